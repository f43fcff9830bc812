/** Deeper than any call's input, and shallow enough for everything that walks it after this. */
const mostLevels = 32;

/** Whether a text column accepts it: no NUL, and no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Whether an input, parsed but not validated, may be passed on: its depth is bounded, and the database can store its texts and names.
 * @param input from JSON, a form or a query
 */
export function isReadable(input: unknown, levels = mostLevels): boolean {
  if (typeof input === "string") return isStorable(input);
  if (input === null || typeof input !== "object") return true;
  return levels > 0 && Object.entries(input).every(([name, value]) => isStorable(name) && isReadable(value, levels - 1));
}
