import { existsSync, readFileSync } from "node:fs";

/**
 * A file of the folder `shared` beside the project, as text; null where this machine has none. It is read where it lies and is
 * never part of the project.
 */
export function sharedFile(path: string): string | null {
  const url = new URL(`../../../shared/${path}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, "utf8") : null;
}
