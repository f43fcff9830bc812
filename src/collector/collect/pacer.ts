import type { MarketplaceId } from "#src/collector/reviews/reviews.contract.ts";
import type { CollectDb, Pace } from "#src/collector/jobs/jobs.storage.ts";
import { readPace, writePace } from "#src/collector/jobs/jobs.storage.ts";

/** Added to each wait: the marketplace may see the end of its response a moment after we do, and its clock is the one that counts. */
const marginMs = 25;
/** How often a running wait is reported; a message over a port also keeps a service worker alive. */
const tickMs = 1000;

/** What the pacer needs from its environment. */
export interface PacerNeeds {
  db: CollectDb;
  /** the next random wait between two requests, ms */
  nextWaitMs(): Promise<number>;
  now(): number;
}

/** Keeps the distance between requests to a marketplace, even if the worker is killed or the browser restarted. */
export class Pacer {
  readonly #needs: PacerNeeds;
  /** the pace of each marketplace, as it is stored in the database */
  readonly #paces = new Map<MarketplaceId, Pace>();
  readonly #timers = new Map<MarketplaceId, ReturnType<typeof setTimeout>>();

  constructor(needs: PacerNeeds) {
    this.#needs = needs;
  }

  /** The earliest instant for the next request to the marketplace, epoch ms. */
  async dueAt(marketplace: MarketplaceId): Promise<number> {
    const { answeredAt, waitMs, restUntil } = await this.#read(marketplace);
    return Math.max(answeredAt === 0 ? 0 : answeredAt + waitMs + marginMs, restUntil);
  }

  /** The end of the marketplace's rest, epoch ms; 0 or a past instant if there is none. */
  async restUntil(marketplace: MarketplaceId): Promise<number> {
    return (await this.#read(marketplace)).restUntil;
  }

  /** Lets the whole marketplace rest until an instant, epoch ms; an earlier rest is never shortened, and 0 ends it. */
  async rest(marketplace: MarketplaceId, until: number): Promise<void> {
    const pace = await this.#read(marketplace);
    await this.#write(marketplace, { ...pace, restUntil: until === 0 ? 0 : Math.max(pace.restUntil, until) });
  }

  async #read(marketplace: MarketplaceId): Promise<Pace> {
    const known = this.#paces.get(marketplace) ?? (await readPace(this.#needs.db, marketplace));
    return known ?? { answeredAt: 0, waitMs: 0, restUntil: 0 };
  }

  async #write(marketplace: MarketplaceId, pace: Pace): Promise<void> {
    this.#paces.set(marketplace, pace);
    // A full disk must not prevent the response from being handled; this instance of the worker knows its pace anyway.
    await writePace(this.#needs.db, marketplace, pace).catch(() => undefined);
  }

  /** Draws the random wait that follows a response (or a request), and stores it. */
  async keep(marketplace: MarketplaceId, answeredAt: number): Promise<void> {
    const { restUntil } = await this.#read(marketplace);
    await this.#write(marketplace, { answeredAt, waitMs: await this.#needs.nextWaitMs(), restUntil });
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
