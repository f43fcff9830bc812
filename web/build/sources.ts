import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const folders = ["web", "src"];
const files = ["package.json", "package-lock.json"];
const stampName = ".sources";

/**
 * Computes one hash over the names and contents of all source files of a build. File times would not do: moving or deleting a file leaves no file newer
 * than the build.
 * @param root the repository's folder
 */
export async function hashOfSources(root: string): Promise<string> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const hash = createHash("sha256");
  for (const path of [...listed.flat(), ...files.map((name) => join(root, name))].toSorted()) {
    const bytes = await readFile(path);
    hash.update(`${path.slice(root.length)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Returns the hash of the sources of a finished build; null if there is none or it was interrupted. */
export async function builtFrom(folder: string): Promise<string | null> {
  return readFile(join(folder, stampName), "utf8").catch(() => null);
}

/** Stores the hash of the sources, taken at the start, as the last file of a build: if a file changes meanwhile, the build counts as outdated. */
export function stampBuild(root: string): Plugin {
  let hash = "";
  return {
    name: "quayside:stamped",
    apply: "build",
    async buildStart() {
      hash = await hashOfSources(root);
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir !== undefined) await writeFile(join(dir, stampName), hash);
      },
    },
  };
}
