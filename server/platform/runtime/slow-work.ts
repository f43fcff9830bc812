import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { createFairLimiter, LimitReached } from "./fair-limiter.ts";
import type { FairLimiter, FairLimits, Requester } from "./fair-limiter.ts";

/** Kinds of slow work. One of a kind runs at a time for each company. */
export type SlowWorkKind = "import" | "picture" | "preview" | "statements";

/** Resources that slow work shares between companies, besides the database connections (`db/database.ts`). */
export interface SlowWork {
  /** bodies of uploads in memory */
  readonly uploads: FairLimiter;
  /** processors and memory for reading, posting and decoding */
  readonly works: FairLimiter;
  /** this thread, for a part of a file that is produced while it is sent: short work that must not wait for slow work */
  readonly parts: FairLimiter;
  /**
   * Returns a stream that produces each of its parts when it is its company's turn. A slow reader holds no place.
   * @param source produces nothing ahead of what is read (`highWaterMark: 0`), since that would happen outside any turn
   * @throws LimitReached if the company has as many streams open as may wait
   */
  stream(requester: Requester, source: Readable): Readable;
}

/** Two companies at once on two processors, plus a place for one that has nothing running yet. */
const places = Math.max(4, 2 * availableParallelism());
const workLimits: Omit<FairLimits, "waitMs"> = {
  capacity: places,
  perCompany: Math.ceil(places / 2),
  perKind: 1,
  reserved: 1,
  waitingPerCompany: 30,
  waiting: 300,
};

/** An upload may have 45 MB. Waiting uploads are not read: their senders wait. A company's workbooks leave a place for its pictures. */
const uploadLimits: Omit<FairLimits, "waitMs"> = {
  capacity: 12,
  perCompany: 3,
  perKind: 2,
  reserved: 3,
  waitingPerCompany: 30,
  waiting: 300,
};
const openStreamsPerCompany = 20;
/** One part of a company at a time. As many may wait as streams may be open. */
const partLimits: FairLimits = {
  capacity: places,
  perCompany: 1,
  reserved: 0,
  waitingPerCompany: openStreamsPerCompany,
  waiting: Number.POSITIVE_INFINITY,
  waitMs: 120_000,
};

async function* readInTurns(limiter: FairLimiter, requester: Requester, source: Readable): AsyncGenerator {
  const parts: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await limiter.run(requester, "part", () => parts.next());
      if (part.done === true) return;
      yield part.value;
    }
  } finally {
    source.destroy();
  }
}

/** Opens the limits of one process. @param waitMs how long work waits for its turn */
export function openSlowWork({ waitMs = 20_000 }: { waitMs?: number } = {}): SlowWork {
  const parts = createFairLimiter(partLimits);
  const openStreams = new Map<string, number>();
  const addOpenStream = (company: string, change: 1 | -1) => {
    const count = (openStreams.get(company) ?? 0) + change;
    if (count === 0) openStreams.delete(company);
    else openStreams.set(company, count);
  };
  return {
    uploads: createFairLimiter({ ...uploadLimits, waitMs }),
    works: createFairLimiter({ ...workLimits, waitMs }),
    parts,
    stream(requester, source) {
      const { company } = requester;
      if ((openStreams.get(company) ?? 0) >= openStreamsPerCompany) {
        source.destroy();
        throw new LimitReached(true);
      }
      addOpenStream(company, 1);
      const stream = Readable.from(readInTurns(parts, requester, source), { objectMode: false });
      stream.once("close", () => addOpenStream(company, -1));
      return stream;
    },
  };
}
