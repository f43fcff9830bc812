import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const folders = ["web", "src"];
const files = ["package.json", "package-lock.json"];
const stampName = ".sources";

/**
 * One hash over the name and the bytes of everything that a build is made from. Times of files would say less: a file that was moved here, or
 * taken away, is no newer than the build.
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

/** What a finished build was made from; null where there is none, or one that broke off. */
export async function builtFrom(folder: string): Promise<string | null> {
  return readFile(join(folder, stampName), "utf8").catch(() => null);
}

/** Writes down what a build was made from, as the last of all: a file that changes meanwhile makes the build an old one. */
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
