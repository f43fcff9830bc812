import { createWriteStream } from "node:fs";
import { access, constants, lstat, realpath, rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { describeSystemError, Refusal } from "./refusal.ts";

/**
 * Writes to a path, or to standard output for null. A regular file is replaced once its successor is complete; a symbolic link stays and its target
 * is replaced; a device, pipe or socket is written to and never replaced.
 * @throws Refusal if the output cannot be written
 */
export async function writeOutput(bytes: AsyncIterable<Uint8Array>, out: string | null): Promise<void> {
  if (out === null) return pipeline(bytes, process.stdout, { end: false });
  try {
    const target = await findTarget(out);
    await (target.isReplaced ? replaceFile(bytes, target.path) : pipeline(bytes, createWriteStream(target.path, { flags: "w" })));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`cannot write ${out}: ${describeSystemError(error)}`);
  }
}

/** Returns the target behind symbolic links, and whether it may be replaced. */
async function findTarget(out: string): Promise<{ path: string; isReplaced: boolean }> {
  const link = await lstat(out).catch(() => null);
  if (link === null) return { path: out, isReplaced: true };
  const found = await stat(out).catch(() => null);
  if (found === null) throw new Refusal(`cannot write ${out}: it is a symbolic link that leads nowhere`);
  if (found.isDirectory()) throw new Refusal(`cannot write ${out}: it is a folder`);
  if (!found.isFile()) return { path: out, isReplaced: false };
  // Renaming over a file does not need write access to it.
  await access(out, constants.W_OK);
  return { path: await realpath(out), isReplaced: true };
}

/** Writes under another name first: readers of the file never see half of it. */
async function replaceFile(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await pipeline(bytes, createWriteStream(unfinished, { flags: "wx" }));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
