import { readFile, stat } from "node:fs/promises";

/** A file of the build as text; `version` is another as soon as the file is. */
export interface BuiltText {
  readonly version: string;
  readonly text: string;
}

/** Reads a file as the build left it; again when a new build is there, and not for each answer. Null where there is none. */
export function builtText(path: string): () => Promise<BuiltText | null> {
  let kept: BuiltText | null = null;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (kept?.version !== version) kept = { version, text: await readFile(path, "utf8") };
      return kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return null;
    }
  };
}
