/** The keys, the same on every hand-held screen. A test compares them with the table in docs/guide/hand-held.md. */
export const frameKeys = {
  /** of the open receipt or goods */
  photo: "F1",
  /** quantity: the pieces of the next scan, or the counted number */
  quantity: "F2",
  /** confirms the question or takes the next step: the main button */
  next: "F3",
  keyboard: "F4",
  /** postpones or leaves; nothing is lost */
  aside: "F6",
  /** reports a problem with the goods */
  problem: "F7",
  camera: "F8",
  hands: "F9",
  queue: "F10",
  undo: "Escape",
} as const;

/** The actions a screen can assign; the other keys belong to the frame. */
export type ActionKey = "photo" | "quantity" | "next" | "aside" | "problem";
