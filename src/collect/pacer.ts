import type { MarketplaceId } from "#src/reviews/reviews.contract.ts";
import type { CollectDb } from "./collect.db.ts";
import { readPace, writePace } from "./collect.db.ts";

/** Added to each wait: the marketplace may see the end of its answer a moment after we do, and its clock is the one that counts. */
const marginMs = 25;
/** How often a running wait is told; a message over a port also keeps a service worker from being stopped. */
const tickMs = 1000;

/** What the pacer needs from around it. */
export interface PacerNeeds {
  db: CollectDb;
  /** the next random wait between two requests, ms */
  nextWaitMs(): Promise<number>;
  now(): number;
}

/** Keeps the distance between requests to a marketplace, over a killed worker and a restarted browser too. */
export class Pacer {
  readonly #needs: PacerNeeds;
  /** when each marketplace answered last, as the database has it too */
  readonly #paces = new Map<MarketplaceId, { answeredAt: number; waitMs: number }>();
  readonly #timers = new Map<MarketplaceId, ReturnType<typeof setTimeout>>();

  constructor(needs: PacerNeeds) {
    this.#needs = needs;
  }

  /** The first instant at which the marketplace may be asked again, epoch ms. */
  async dueAt(marketplace: MarketplaceId): Promise<number> {
    const pace = this.#paces.get(marketplace) ?? (await readPace(this.#needs.db, marketplace));
    return pace === null ? 0 : pace.answeredAt + pace.waitMs + marginMs;
  }

  /** Rolls the wait that follows an answer (or a question), and remembers it. */
  async keep(marketplace: MarketplaceId, answeredAt: number): Promise<void> {
    const pace = { answeredAt, waitMs: await this.#needs.nextWaitMs() };
    this.#paces.set(marketplace, pace);
    // A full disk must not stop the answer from being looked at; this life of the worker knows its pace anyway.
    await writePace(this.#needs.db, marketplace, pace.answeredAt, pace.waitMs).catch(() => undefined);
  }

  /** Calls `tick` now and every second with the ms left, and `wake` at `due`; a later call or `stop` ends it. */
  wait(marketplace: MarketplaceId, due: number, tick: (msLeft: number) => void, wake: () => void): void {
    this.stop(marketplace);
    const msLeft = due - this.#needs.now();
    if (msLeft <= 0) {
      wake();
      return;
    }
    tick(msLeft);
    // The timer runs in the background, where a hidden tab's throttling cannot stretch it.
    const again = () => this.wait(marketplace, due, tick, wake);
    this.#timers.set(marketplace, setTimeout(again, Math.max(1, Math.min(msLeft, tickMs))));
  }

  /** Ends the wait for a marketplace. */
  stop(marketplace: MarketplaceId): void {
    clearTimeout(this.#timers.get(marketplace));
  }
}
