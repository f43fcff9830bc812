/** The keys, the same on every hand-held screen. docs/guide/hand-held.md has the table; a test compares the two. */
export const frameKeys = {
  /** of the receipt or the goods that are open */
  photo: "F1",
  /** the quantity: how many pieces the next scan counts, or how many there are */
  quantity: "F2",
  /** yes to the question, or the next step: the main button */
  next: "F3",
  keyboard: "F4",
  /** later, or leave; nothing is lost */
  aside: "F6",
  /** something is wrong with the goods */
  problem: "F7",
  camera: "F8",
  hands: "F9",
  queue: "F10",
  undo: "Escape",
} as const;

/** The actions that a screen puts on keys; the other keys belong to the frame. */
export type ActionKey = "photo" | "quantity" | "next" | "aside" | "problem";
