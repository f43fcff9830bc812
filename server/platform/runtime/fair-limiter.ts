/** Who asks for something to be done: a company, for which it counts, and the signal that ends it. */
export interface Requester {
  /** the provider's or retailer's uuid; what stands for those who belong to none, such as an address */
  readonly company: string;
  /** aborted when the result is no longer wanted: the client has gone, or its deadline has passed */
  readonly signal?: AbortSignal | undefined;
}

export interface FairLimits {
  /** works at once */
  readonly capacity: number;
  /** of these, at most for one company */
  readonly perCompany: number;
  /** of these, at most of one kind; as many as `perCompany` by default */
  readonly perKind?: number;
  /** places of the capacity that only a company with nothing running may take, so that a few busy ones never hold all */
  readonly reserved: number;
  readonly waitingPerCompany: number;
  readonly waiting: number;
  /** how long a work waits for its turn */
  readonly waitMs: number;
}

/** Thrown when work may not wait, or has waited too long. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  /** whether it was the company's own share that was used up: others are not kept waiting */
  readonly isOwnShare: boolean;

  constructor(isOwnShare: boolean) {
    super(isOwnShare ? "the company's share is exhausted" : "too many requests are waiting");
    this.isOwnShare = isOwnShare;
  }
}

/** Thrown when work was not begun, or ended, because its requester is gone. Has the code of a cancelled statement. */
export class RequesterGone extends Error {
  override readonly name = "RequesterGone";
  readonly code = "57014";

  constructor() {
    super("the requester disconnected");
  }
}

interface Waiter {
  readonly kind: string;
  readonly start: () => void;
}

export interface FairLimiter {
  /**
   * Runs `work` when it is its company's turn; the companies that wait take turns, and within one its works run in their order.
   * A work that waits is forgotten when the requester's signal is aborted; one that runs has to end by itself.
   *
   * @param kind what the work is; only compared with the company's others
   * @throws LimitReached where too many wait already, or its turn does not come in time; RequesterGone; what `work` throws
   */
  run<T>(requester: Requester, kind: string, work: () => Promise<T>): Promise<T>;
  /** How many works run and wait, of a company or of all. */
  count(company?: string): { readonly running: number; readonly waiting: number };
}

/** Places taken by the works that run, by company and kind. */
class Running {
  readonly #limits: FairLimits;
  readonly #byCompany = new Map<string, string[]>();
  total = 0;

  constructor(limits: FairLimits) {
    this.#limits = limits;
  }

  countOf(company: string): number {
    return this.#byCompany.get(company)?.length ?? 0;
  }

  hasPlaceFor(company: string): boolean {
    const { capacity, perCompany, reserved } = this.#limits;
    const own = this.countOf(company);
    return own < perCompany && this.total < (own === 0 ? capacity : capacity - reserved);
  }

  hasPlaceForKind(company: string, kind: string): boolean {
    const { perCompany, perKind = perCompany } = this.#limits;
    const ofKind = this.#byCompany.get(company)?.filter((other) => other === kind) ?? [];
    return ofKind.length < perKind;
  }

  add(company: string, kind: string): void {
    this.total += 1;
    this.#byCompany.set(company, [...(this.#byCompany.get(company) ?? []), kind]);
  }

  remove(company: string, kind: string): void {
    this.total -= 1;
    const kinds = [...(this.#byCompany.get(company) ?? [])];
    kinds.splice(kinds.indexOf(kind), 1);
    if (kinds.length === 0) this.#byCompany.delete(company);
    else this.#byCompany.set(company, kinds);
  }
}

/** Works that wait, by company; the companies in the order of their turns. */
class Queues {
  readonly #byCompany = new Map<string, Waiter[]>();
  total = 0;

  countOf(company: string): number {
    return this.#byCompany.get(company)?.length ?? 0;
  }

  add(company: string, waiter: Waiter): void {
    this.total += 1;
    const queue = this.#byCompany.get(company);
    if (queue === undefined) this.#byCompany.set(company, [waiter]);
    else queue.push(waiter);
  }

  remove(company: string, waiter: Waiter): void {
    const queue = this.#byCompany.get(company);
    const at = queue?.indexOf(waiter) ?? -1;
    if (queue === undefined || at === -1) return;
    queue.splice(at, 1);
    this.total -= 1;
    if (queue.length === 0) this.#byCompany.delete(company);
  }

  /** Takes out the next work that may run; its company has its next turn after all others. */
  takeNext(running: Running): { company: string; waiter: Waiter } | null {
    for (const [company, queue] of this.#byCompany) {
      if (!running.hasPlaceFor(company)) continue;
      const waiter = queue.find(({ kind }) => running.hasPlaceForKind(company, kind));
      if (waiter === undefined) continue;
      this.remove(company, waiter);
      if (this.#byCompany.delete(company)) this.#byCompany.set(company, queue);
      return { company, waiter };
    }
    return null;
  }
}

/** Shares the places for some work between companies: see `FairLimits`. */
export function createFairLimiter(limits: FairLimits): FairLimiter {
  const running = new Running(limits);
  const queues = new Queues();

  function startNext(): void {
    for (let next = queues.takeNext(running); next !== null; next = queues.takeNext(running)) {
      running.add(next.company, next.waiter.kind);
      next.waiter.start();
    }
  }

  function waitForTurn({ company, signal }: Requester, kind: string): Promise<void> {
    if (queues.countOf(company) >= limits.waitingPerCompany) throw new LimitReached(true);
    if (queues.total >= limits.waiting) throw new LimitReached(false);
    const turn = Promise.withResolvers<void>();
    const waiter: Waiter = { kind, start: turn.resolve };
    const giveUp = (error: Error) => {
      queues.remove(company, waiter);
      turn.reject(error);
    };
    const onAbort = () => giveUp(new RequesterGone());
    const timer = setTimeout(() => giveUp(new LimitReached(running.countOf(company) > 0)), limits.waitMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    queues.add(company, waiter);
    return turn.promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    });
  }

  return {
    async run(requester, kind, work) {
      const { company, signal } = requester;
      if (signal?.aborted === true) throw new RequesterGone();
      // Whoever comes now never gets ahead of those of the same company and kind who wait: these would have been started.
      if (running.hasPlaceFor(company) && running.hasPlaceForKind(company, kind)) running.add(company, kind);
      else await waitForTurn(requester, kind);
      try {
        return await work();
      } finally {
        running.remove(company, kind);
        startNext();
      }
    },
    count: (company) =>
      company === undefined
        ? { running: running.total, waiting: queues.total }
        : { running: running.countOf(company), waiting: queues.countOf(company) },
  };
}
