function violated(error: unknown, code: string): string | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== code) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : null;
}

/**
 * Returns the name of the unique constraint or index that a statement violated, or null if it failed otherwise. The transaction then accepts no
 * more statements: a handler that catches this refuses, and the refusal rolls back to the savepoint before it.
 */
export function getViolatedUnique(error: unknown): string | null {
  return violated(error, "23505");
}

/** The same for a foreign key: the referenced row does not exist (any more). */
export function getViolatedForeignKey(error: unknown): string | null {
  return violated(error, "23503");
}

/** The same for a check: the row would have become invalid. */
export function getViolatedCheck(error: unknown): string | null {
  return violated(error, "23514");
}

/** Whether a statement produced a number that its column cannot hold. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "22003";
}
