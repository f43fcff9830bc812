import { z } from "zod";

/** The most rows of one call over many rows. */
export const mostInBatch = 10_000;

/** The ids of a call over many rows. */
export const batchIds = z.array(z.uuid()).min(1).max(mostInBatch);

/** The body limit of a call over `mostInBatch` rows: an id with its quotes and comma takes 39 bytes. */
export const batchBodyBytes = 512 * 1024;

/** A row that a call over many rows refused, with the reason in both languages. */
export const refusedRow = z.object({
  order_id: z.uuid(),
  code: z.int(),
  message: z.object({ en_us: z.string(), zh_cn: z.string() }),
});
export type RefusedRow = z.infer<typeof refusedRow>;

/** What a call over many rows did: how many rows it changed, and those that it refused. */
export const batchOutput = z.object({ done: z.int(), failed: z.array(refusedRow) });
export type BatchOutput = z.infer<typeof batchOutput>;
