import { z } from "zod";
import { pageFacts, problem, reviewPage } from "#src/collector/marketplaces/marketplaces.contract.ts";

/** Messages that a tab's content script sends over its port. */
export const fromTab = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    /** null if reviews cannot be collected from the page */
    facts: pageFacts.omit({ csrf: true }).nullable(),
    problem: problem.nullable(),
    /** a request that this tab still waits for: it must not be sent again meanwhile */
    inFlight: z.object({ jobId: z.string(), page: z.number() }).nullable(),
  }),
  z.object({
    type: z.literal("page"),
    jobId: z.string(),
    page: z.number(),
    route: z.number(),
    /** epoch ms at which the response was complete: the wait begins here */
    answeredAt: z.number(),
    result: z.union([
      z.object({ ok: z.literal(true), value: reviewPage }),
      z.object({ ok: z.literal(false), problem, salvage: reviewPage.nullable() }),
    ]),
  }),
  /** the in-page button was pressed */
  z.object({ type: z.literal("button") }),
]);
export type FromTab = z.infer<typeof fromTab>;

/** Messages that the background sends to a tab. */
export type ToTab =
  | { type: "fetch"; jobId: string; page: number; route: number; sort: "newest" | "suggested"; stars: number | null }
  /** keeps port and service worker alive while a wait runs, and moves the button's countdown */
  | { type: "tick"; msLeft: number }
  | { type: "button"; button: PageButton | null };

/** The in-page button, ready to show: the background adds the texts, so that the content script contains none. */
export interface PageButton {
  label: string;
  hint: string;
  tone: "idle" | "running" | "problem" | "done";
  /** 0..1, or null for no bar */
  progress: number | null;
  theme: "defaultTheme" | "darkTheme";
  lang: "en" | "zh-CN";
}
