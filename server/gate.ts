/** Thrown where so many wait for their turn that one more would only wait in vain; to be answered with "too much, try again". */
export class Busy extends Error {
  readonly code = "gate.busy";
  override readonly name: string = "Busy";

  constructor() {
    super("gate: too many are waiting for their turn");
  }
}

/** Thrown where others might still wait, and who asks has as many waiting as one may have. */
export class OverShare extends Busy {
  override readonly name = "OverShare";
}

/** How many works run at once, and how many more wait. */
interface Room {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * A gate with room for so many works, of which each that asks has a share: one who brings many waits for its own, and the others go past it. Within that
 * who came first is served first.
 *
 * @returns a function that runs a work for `whose`, and gives what it gives; rejects with OverShare where its share is full, with Busy where the gate is
 */
export function createSharedGate(whole: Room, share: Room): <T>(whose: string, work: () => Promise<T>) => Promise<T> {
  const running: string[] = [];
  const queue: { readonly whose: string; readonly begin: () => void }[] = [];
  const mayRun = (whose: string) => running.length < whole.atOnce && running.filter((one) => one === whose).length < share.atOnce;

  async function enter(whose: string): Promise<void> {
    if (mayRun(whose)) {
      running.push(whose);
      return;
    }
    if (queue.filter((one) => one.whose === whose).length >= share.waiting) throw new OverShare();
    if (queue.length >= whole.waiting) throw new Busy();
    await new Promise<void>((begin) => queue.push({ whose, begin }));
  }

  // who leaves hands the place on, so that nobody who comes now gets in before those who wait
  function leave(whose: string): void {
    running.splice(running.indexOf(whose), 1);
    const next = queue.find((one) => mayRun(one.whose));
    if (next === undefined) return;
    queue.splice(queue.indexOf(next), 1);
    running.push(next.whose);
    next.begin();
  }

  return async (whose, work) => {
    await enter(whose);
    try {
      return await work();
    } finally {
      leave(whose);
    }
  };
}

/**
 * A gate that lets `atOnce` works run and `waiting` more wait, in the order in which they came.
 *
 * @returns a function that runs a work and gives what it gives; rejects with Busy where the gate is full
 */
export function createGate(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const throughGate = createSharedGate({ atOnce, waiting }, { atOnce, waiting: Number.POSITIVE_INFINITY });
  return (work) => throughGate("", work);
}
