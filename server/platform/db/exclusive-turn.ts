import { AsyncLocalStorage } from "node:async_hooks";

/** The part of the work that alone may send statements, by transaction. */
const turns = new WeakMap<object, object>();
const current = new AsyncLocalStorage<object>();

/**
 * Runs `work` while its transaction accepts statements from it alone. Statements that are sent side by side share what is set in the transaction: one
 * that was meant for another principal would read or change what it must not.
 * @throws Error if another part runs alone; what `work` throws
 */
export async function runAlone<T>(tx: object, work: () => Promise<T>): Promise<T> {
  assertTurn(tx);
  const before = turns.get(tx);
  const turn = {};
  turns.set(tx, turn);
  try {
    return await current.run(turn, work);
  } finally {
    if (before === undefined) turns.delete(tx);
    else turns.set(tx, before);
  }
}

/** @throws Error if a part of the transaction runs alone, and this is not it */
export function assertTurn(tx: object): void {
  const turn = turns.get(tx);
  if (turn !== undefined && turn !== current.getStore())
    throw new Error("db: a statement was sent beside a part of its transaction that acts for another principal");
}
