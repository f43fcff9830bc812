/** Deeper than any call's input, and shallow enough for whatever walks it after this. */
const mostLevels = 32;

/** Whether a text column takes it: no NUL, and no half of a character. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Whether an input, parsed but not believed, can be handed on: it is not nested without end, and its texts and names are such as the database keeps.
 * @param input what JSON, a form or a query gave
 */
export function isReadable(input: unknown, levels = mostLevels): boolean {
  if (typeof input === "string") return isStorable(input);
  if (input === null || typeof input !== "object") return true;
  return levels > 0 && Object.entries(input).every(([name, value]) => isStorable(name) && isReadable(value, levels - 1));
}
