function violated(error: unknown, code: string): string | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== code) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : null;
}

/**
 * The name of the unique constraint or index that a statement ran into, or null where it failed otherwise. The transaction takes no more
 * statements then: a handler that catches this refuses, and the refusal takes its work back to the savepoint before it.
 */
export function violatedUnique(error: unknown): string | null {
  return violated(error, "23505");
}

/** The same of a foreign key: what a row belongs to is not there (any more). */
export function violatedForeignKey(error: unknown): string | null {
  return violated(error, "23503");
}

/** The same of a check: what the row would have become is not allowed. */
export function violatedCheck(error: unknown): string | null {
  return violated(error, "23514");
}

/** Whether a statement came to a number that its column has no room for. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "22003";
}
