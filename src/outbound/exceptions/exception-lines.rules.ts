import type { ExceptionDetail } from "./exceptions.contract.ts";

/**
 * Suggests the pieces to move or cancel: the lines without stock, by uuid. Nothing if no line would stay.
 */
export function suggestLines(lines: ExceptionDetail["lines"]): Record<string, number> {
  const short = lines.filter(({ is_reserved }) => !is_reserved);
  return short.length === lines.length ? {} : Object.fromEntries(short.map(({ line_uuid, quantity }) => [line_uuid, quantity]));
}
