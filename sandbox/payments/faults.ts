/** How the next requests to the API fail. */
export interface Fault {
  /** how many requests */
  times: number;
  /** answers with this status and does nothing; null if the request is served */
  status: number | null;
  /** delays everything by so long, milliseconds */
  delayMs: number;
  /** serves the request and then drops the connection: the work is done, its answer is lost */
  lost: boolean;
}

export interface Faults {
  set(fault: Fault | null): void;
  /** Returns the fault of the next request, null if none is ordered. */
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
