// Made by scripts/types; do not edit.

export const CHAT_LENGTH = 300 as const;
export const CODE_LENGTH = 6 as const;
export const OPEN_CLOCK = 60 as const;
export const NAME_LENGTH = 24 as const;
export const RESEND_AFTER = 500 as const;
export const NOISE = 2.0 as const;
export const REACH = 5 as const;
export const LAST_SPACES = 5 as const;
export const COLOURS = ["red","yellow","green","blue"] as const;
export const SHAPES = ["●","▲","■","◆"] as const;
export const LANGUAGES = {"en":"English","de":"Deutsch","el":"Ελληνικά","pl":"Polski","tr":"Türkçe","uk":"Українська"} as const;
export const LEVELS = ["easy","medium","hard","expert"] as const;
export const VARIANTS = ["classic","longo","onboard-a","onboard-b"] as const;
