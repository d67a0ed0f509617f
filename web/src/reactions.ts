// Quick reactions: chat lines of a single face.

export const REACTIONS = ["😀", "😂", "😮", "😭", "😎", "👏"] as const;

export const isReaction = (text: string): boolean => (REACTIONS as readonly string[]).includes(text);
