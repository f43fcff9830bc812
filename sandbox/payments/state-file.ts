import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { KeptAnswer } from "./exchange.ts";

/** Everything that survives a restart. The keys and the webhook's address are given at each start. */
export interface State {
  /** the server's address */
  origin: string;
  /** how far the clock is ahead of real time */
  aheadMs: number;
  /** by the account's own names: pairs of a map, members of a set */
  kept: Record<string, unknown[]>;
  answers: [string, KeptAnswer][];
}

/** Incremented when the format of `State` changes: a file of another version is not read. */
const version = 1;

/** A file that exists and cannot be opened or moved: the sandbox does not start without it, which would overwrite it. */
export class UnreadableState extends Error {}

/** Returns the system's error code: ENOSPC, EACCES. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function isStateFile(file: unknown): file is { sha256: unknown; state: object } {
  if (typeof file !== "object" || file === null || !("version" in file && "sha256" in file && "state" in file)) return false;
  return file.version === version && typeof file.state === "object" && file.state !== null;
}

/** Parses a state file; null unless it is exactly what was written. */
function parseState(text: string): State | null {
  try {
    const file: unknown = JSON.parse(text);
    // If the checksum matches, `writeState` wrote it, which writes only valid states.
    return isStateFile(file) && sha256(JSON.stringify(file.state)) === file.sha256 ? (file.state as State) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new UnreadableState(`payments: the state ${path} cannot be read (${codeOf(error)})`);
  }
}

/** @returns the new path; an earlier file there is replaced */
function putAside(path: string): string {
  const aside = `${path}.bad`;
  try {
    renameSync(path, aside);
    return aside;
  } catch (error) {
    throw new UnreadableState(`payments: the state ${path} is spoilt and cannot be put aside (${codeOf(error)})`);
  }
}

/**
 * Reads what was kept; makes the folder where there is none. A spoilt file is said on stderr and put aside as `.bad`.
 * @returns null where there is nothing, or nothing whole
 * @throws UnreadableState where the file cannot be opened, or not be put aside
 */
export function readState(path: string): State | null {
  const text = readText(path);
  if (text === null) return null;
  const state = parseState(text);
  if (state !== null) return state;
  const aside = putAside(path);
  process.stderr.write(`payments: the state ${path} is spoilt and was put aside as ${aside}; starting with nothing\n`);
  return null;
}

/** Writes the state, whole or not at all, for its owner's eyes alone. @throws Error of the file system */
export function writeState(path: string, state: State): void {
  const text = JSON.stringify(state);
  const draft = `${path}.new`;
  // One that a killed process left.
  rmSync(draft, { force: true });
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(handle, `{"version":${version},"sha256":"${sha256(text)}","state":${text}}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, path);
}
