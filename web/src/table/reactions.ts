// Quick reactions: chat lines of a single sign, which the browser shows as one of its own faces.

export const REACTIONS = {
  "😀": "happy",
  "😂": "laughing",
  "😮": "surprised",
  "😭": "crying",
  "😎": "cool",
  "🤩": "thrilled",
} as const;

export type Reaction = keyof typeof REACTIONS;

export const isReaction = (text: string): text is Reaction => text in REACTIONS;
