import type { ReturnStatus } from "./returns.machine.ts";

/** The tone of each state; the label names it. */
export const returnTones = {
  expected: "quiet",
  arrived: "warn",
  inspected: "warn",
  decided: "normal",
  restocked: "good",
  scrapped: "quiet",
  sent_back: "quiet",
  cancelled: "quiet",
} as const satisfies Record<ReturnStatus, string>;
