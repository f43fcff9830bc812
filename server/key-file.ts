import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Makes a key's file, whole or not at all: it is written beside and linked into place, which of several processes that start at once only one
 * can do. On the disk before anything is made with it.
 */
function makeKeyFile(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  syncFolder(folder);
}

/**
 * The text of a key file; the first who asks makes it, mode 0600.
 * @param make what a new one holds
 * @throws Error where it can be neither read nor made
 */
export function readOrMakeKeyFile(folder: string, name: string, make: () => string): string {
  const path = join(folder, name);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  makeKeyFile(folder, path, make());
  return readFileSync(path, "utf8");
}
