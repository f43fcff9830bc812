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
 * Creates a key file atomically: it is written beside and linked into place, which only one of several processes that start at once can do. It is
 * on the disk before the key is used.
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
 * Reads the text of a key file, or creates it with mode 0600.
 * @param make creates the content of a new file
 * @throws Error if it can be neither read nor created
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
