import { z } from "zod";

/** Ways in which a review request can be made to fail. */
const failureKinds = ["blocked", "tooMany", "signedOut", "contractChanged", "serverError", "drop"] as const;

const failure = {
  kind: z.enum(failureKinds),
  /** of `tooMany`: sent as Retry-After, and enforced */
  retryAfterSeconds: z.number().int().min(0).max(3600).default(5),
  /** of `tooMany`: Retry-After as an HTTP date instead of seconds, or not at all */
  retryAfterAs: z.enum(["seconds", "date", "none"]).default("seconds"),
  /** of `blocked`: stays blocked until solved or cooled down, as it really does; false refuses this one request only */
  latch: z.boolean().default(true),
};
const failNext = z.strictObject({ ...failure, times: z.number().int().min(1).max(1000).default(1) });
const failAtPage = z.strictObject({ ...failure, page: z.number().int().min(1).max(100_000) });
export type Failure = Omit<z.infer<typeof failNext>, "times">;

/** How answers are written: see README.md. */
export const contracts = ["deepDive", "htmlOnly", "olderOnly", "both", "brokenJson", "renamedFields"] as const;
export type Contract = (typeof contracts)[number];

/** What `POST /sandbox/control` takes: known keys alone, each optional; what is not named stays as it is. */
export const control = z
  .strictObject({
    /** the shortest allowed time between the end of one review answer and the next request; 0 allows any */
    leastGapMs: z.number().int().min(0).max(60_000),
    /** how long a block lasts that nobody solves */
    coolDownMs: z.number().int().min(0).max(3_600_000),
    /** how long each review answer takes */
    delayMs: z.number().int().min(0).max(60_000),
    failNext,
    /** one shot for each; several may wait */
    failAtPage,
    contract: z.enum(contracts),
    signedOut: z.boolean(),
    /** what the API says to somebody signed out */
    signedOutAnswer: z.enum(["401", "redirect"]),
    /** `count` new reviews appear in front of a listing's once its page `afterPage` was answered; 0 for at once */
    arrivals: z.strictObject({
      listingId: z.string().regex(/^\d{10}$/),
      count: z.number().int().min(1).max(1000),
      afterPage: z.number().int().min(0).max(100_000),
    }),
    /** as if the check had been solved */
    solved: z.literal(true),
  })
  .partial();
export type Control = z.infer<typeof control>;
