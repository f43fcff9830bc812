import type { CarrierName } from "./accounts.ts";

/** What a request asks for, whatever the carrier calls it. */
export const operations = ["token", "products", "create", "find", "label", "labelFile", "cancel", "tracking"] as const;
export type Operation = (typeof operations)[number];

/** Answers that are not as published: a page, an empty object, half an answer, and the right answer for another reference. */
export const wrongAnswers = ["html", "empty", "cut", "otherReference"] as const;
export type WrongAnswer = (typeof wrongAnswers)[number];

/** How requests fail. */
export interface Fault {
  /** how many requests */
  readonly times: number;
  /** null: all */
  readonly carrier: CarrierName | null;
  readonly operation: Operation | null;
  /** answers with this status and does nothing; null if the request is served */
  readonly status: number | null;
  /** milliseconds before it is served */
  readonly delayMs: number;
  /** milliseconds between the work and its answer */
  readonly lateMs: number;
  /** serves the request and then drops the connection */
  readonly lost: boolean;
  /** serves the request twice, as a network in between may, and answers with the second answer */
  readonly twice: boolean;
  readonly wrong: WrongAnswer | null;
}

interface Faults {
  /** Adds a fault; the first that fits applies. */
  add(fault: Fault): void;
  clear(): void;
  /** Returns the fault of a request, null if none is ordered. */
  next(carrier: CarrierName, operation: Operation): Fault | null;
}

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    add: (fault) => void faults.push(fault),
    clear: () => {
      faults = [];
    },
    next(carrier, operation) {
      const index = faults.findIndex(
        (fault) => (fault.carrier ?? carrier) === carrier && (fault.operation ?? operation) === operation && fault.times > 0,
      );
      const fault = faults[index];
      if (fault === undefined) return null;
      faults = faults.with(index, { ...fault, times: fault.times - 1 }).filter(({ times }) => times > 0);
      return fault;
    },
  };
}

/** How many waybills an account may create in any second. Requests that are answered with 429 do not count. */
export interface RateLimit {
  perSecond: number;
  /** how many requests were beyond it so far */
  readonly refused: number;
  /** Counts a request. @returns whether it is within the limit */
  take(account: string, nowMs: number): boolean;
}

export function createRateLimit(perSecond: number): RateLimit {
  const times = new Map<string, number[]>();
  let refused = 0;
  return {
    perSecond,
    get refused() {
      return refused;
    },
    take(account, nowMs) {
      const recent = (times.get(account) ?? []).filter((time) => time > nowMs - 1000);
      times.set(account, recent);
      if (recent.length >= this.perSecond) {
        refused += 1;
        return false;
      }
      recent.push(nowMs);
      return true;
    },
  };
}
