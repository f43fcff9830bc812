/** Thrown where so many wait for their turn that one more would only wait in vain; to be answered with "too much, try again". */
export class Busy extends Error {
  readonly code = "gate.busy";

  constructor() {
    super("gate: too many are waiting for their turn");
    this.name = "Busy";
  }
}

/**
 * A gate that lets `atOnce` works run and `waiting` more wait, in the order in which they came.
 *
 * @returns a function that runs a work and gives what it gives; rejects with Busy where the gate is full
 */
export function createGate(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) throw new Busy();
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  // who leaves hands the place on, so that nobody who comes now gets in before those who wait
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
