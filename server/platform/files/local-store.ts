import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { checkKey } from "./file-key.ts";
import type { FileFacts, FileSource } from "./spool.ts";
import { spool } from "./spool.ts";

/** A file that is still being written after this long was left behind by a killed process. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Makes a rename or a new folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder below `root`, and syncs each new one to disk. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let at = dirname(folder); at.startsWith(root) && at !== dirname(at); at = dirname(at)) await syncFolder(at);
}

async function removeAbandoned(incoming: string): Promise<void> {
  const oldest = Date.now() - abandonedAfterMs;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    try {
      if ((await stat(path)).mtimeMs < oldest) await rm(path, { force: true });
    } catch (error) {
      // Another process was faster, or has just finished it.
      if (!isMissing(error)) throw error;
    }
  }
}

/**
 * Stores files in a folder of this machine, which several processes may share. A file is written beside, and moved into place once it is on the
 * disk; so a reader sees the old one or the new one and never a part.
 */
export class LocalStore {
  readonly #folder: string;
  readonly #incoming: string;

  /** @param folder created if it is missing. Only its owner may enter it. */
  constructor(folder: string) {
    this.#folder = resolve(folder);
    // No key has a dot, so this folder and the suffix below never collide with a key's own folder.
    this.#incoming = join(this.#folder, ".incoming");
  }

  /** The last two characters are a folder of their own: a UUIDv7 begins with the time, and only its end is spread evenly. */
  #pathOf(key: string): string {
    checkKey(key);
    const name = basename(key);
    return join(this.#folder, dirname(key), name.slice(-2), `${name}.bin`);
  }

  async put(key: string, source: FileSource): Promise<FileFacts> {
    const path = this.#pathOf(key);
    await makeFolder(this.#folder, this.#incoming);
    const temporary = join(this.#incoming, randomUUID());
    const facts = await spool(temporary, source);
    try {
      await makeFolder(this.#folder, dirname(path));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
    return facts;
  }

  async get(key: string): Promise<Readable | null> {
    try {
      const file = await open(this.#pathOf(key), "r");
      return file.createReadStream();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  /** Writes a file and deletes it again; also deletes files left by killed processes. */
  async ready(): Promise<void> {
    await makeFolder(this.#folder, this.#incoming);
    const probe = join(this.#incoming, randomUUID());
    await spool(probe, new Uint8Array(1));
    await rm(probe, { force: true });
    await removeAbandoned(this.#incoming);
  }
}
