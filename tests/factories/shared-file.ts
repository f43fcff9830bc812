import { existsSync, readFileSync } from "node:fs";

/**
 * Reads a file of the folder `shared` beside the project; null if it is missing. It is read in place and is
 * never part of the project.
 */
export function sharedFile(path: string): string | null {
  const url = new URL(`../../../shared/${path}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, "utf8") : null;
}
