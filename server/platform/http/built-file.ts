import { readFile, stat } from "node:fs/promises";

/** A file of the build as text; `version` changes with the file. */
export interface BuiltText {
  readonly version: string;
  readonly text: string;
}

/** Reads a file of the build, again only after a new build. Null if it does not exist. */
export function builtText(path: string): () => Promise<BuiltText | null> {
  let kept: BuiltText | null = null;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (kept?.version !== version) kept = { version, text: await readFile(path, "utf8") };
      return kept;
    } catch (error) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- thrown values are `unknown`; only optional fields are read
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return null;
    }
  };
}
