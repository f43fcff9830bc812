/** How the next requests to the API fail. */
export interface Fault {
  /** how many requests */
  times: number;
  /** answered with this status and nothing done; null where the request is served */
  status: number | null;
  /** waits so long before anything else, milliseconds */
  delayMs: number;
  /** serves the request and then drops the connection: the work is done, its answer is lost */
  lost: boolean;
}

export interface Faults {
  set(fault: Fault | null): void;
  /** The fault of one more request, null where none is ordered. */
  next(): Fault | null;
}

export function createFaults(): Faults {
  let fault: Fault | null = null;
  return {
    set: (wanted) => {
      fault = wanted;
    },
    next: () => {
      if (fault === null || fault.times <= 0) return null;
      fault = { ...fault, times: fault.times - 1 };
      return fault;
    },
  };
}
