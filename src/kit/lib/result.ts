/**
 * The result of an operation that may be refused. A refusal is a value that the caller must handle; a bug is thrown.
 */
export type Result<T, P> = { ok: true; value: T } | { ok: false; problem: P };

/** Wraps a value as a success. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

/** Wraps a refusal. */
export function refuse<P>(problem: P): { ok: false; problem: P } {
  return { ok: false, problem };
}
