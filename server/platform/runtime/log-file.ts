import { closeSync, fstatSync, ftruncateSync, openSync, write as writeTo, writeSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DestinationStream } from "pino";

/** The destination of a log's bytes. */
interface Output {
  /** Appends all of the bytes. @throws errors of the system; a file is then unchanged */
  append(bytes: Buffer): Promise<void>;
  /** The same synchronously, for a process that ends now. */
  appendNow(bytes: Buffer): void;
  close(): Promise<void>;
}

/** How large a log file may get before it is rotated, and how many older ones are kept. */
export interface Rotation {
  readonly maxBytes: number;
  readonly olderFiles: number;
}

/** 19 MB is an hour under load. */
const usualRotation: Rotation = { maxBytes: 20 * 1024 * 1024, olderFiles: 5 };
/** Limit of the text that waits to be written. */
const mostWaitingChars = 8 * 1024 * 1024;
/** Lines that arrive within this time are written together: a write for each request took a twelfth of the server's processor time. */
const gatherMs = 20;
/** Interval between attempts to write, once one has failed. */
const retryMs = 1000;
/** How long a process that ends waits for the reader of a pipe. */
const lastWordMs = 1000;
const busyMs = 20;

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && "code" in error && error.code === code;

/** Writes all of the bytes, and waits briefly for a pipe's reader whose buffer is full. */
function writeAllNow(fd: number, bytes: Buffer): void {
  const end = Date.now() + lastWordMs;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (!hasCode(error, "EAGAIN") || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    }
  }
}

/** Wraps an open descriptor, such as standard output. */
function openDescriptor(fd: number): Output {
  const write = promisify(writeTo);
  let endsInLine = false;
  return {
    async append(bytes) {
      const all = endsInLine ? Buffer.concat([Buffer.from("\n"), bytes]) : bytes;
      for (let at = 0; at < all.length;) {
        try {
          at += (await write(fd, all, at)).bytesWritten;
        } catch (error) {
          endsInLine ||= at > 0;
          if (!hasCode(error, "EAGAIN")) throw error;
          await sleep(busyMs);
        }
      }
      endsInLine = false;
    },
    appendNow: (bytes) => writeAllNow(fd, bytes),
    close: async () => undefined,
  };
}

/** Opens a file that is rotated to `<path>.1`, `<path>.2` ... when it is full. */
function openRotating(path: string, { maxBytes, olderFiles }: Rotation): Output {
  const mode = 0o600;
  let file: FileHandle | null = null;
  let size = 0;

  async function close(): Promise<void> {
    const closing = file;
    file = null;
    await closing?.close();
  }
  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, "a", mode);
    ({ size } = await opened.stat());
    return opened;
  }
  async function putAside(): Promise<void> {
    await close();
    const names = [path, ...Array.from({ length: olderFiles }, (_, index) => `${path}.${index + 1}`)];
    for (let at = olderFiles; at > 0; at -= 1)
      await rename(names[at - 1] ?? "", names[at] ?? "").catch((error: unknown) => {
        if (!hasCode(error, "ENOENT")) throw error;
      });
  }
  return {
    async append(bytes) {
      file ??= await openFile();
      if (size > 0 && size + bytes.length > maxBytes) {
        await putAside();
        file = await openFile();
      }
      try {
        await file.writeFile(bytes);
      } catch (error) {
        // A full disk may have accepted a part: lines are in the file completely or not at all.
        await file.truncate(size).catch(() => undefined);
        await close().catch(() => undefined);
        throw error;
      }
      size += bytes.length;
    },
    appendNow(bytes) {
      const fd = openSync(path, "a", mode);
      const before = fstatSync(fd).size;
      try {
        writeAllNow(fd, bytes);
      } catch (error) {
        ftruncateSync(fd, before);
        throw error;
      } finally {
        closeSync(fd);
      }
    },
    close,
  };
}

/** Lines that are not in the log, and why. */
interface Lost {
  lines: number;
  readonly reason: string;
  readonly since: Date;
}

/** Called when the log cannot be written, and when it can be again. */
export interface LogEvents {
  readonly onLost?: (reason: string) => void;
  readonly onRecovered?: (lostLines: number) => void;
}

/** A log destination that never fails: lines that cannot be written are counted, and the log reports them as soon as it works again. */
export interface LogDestination extends DestinationStream {
  /** Writes pending lines, for a process that ends now; pino calls it after a fatal line. */
  flushSync(): void;
  /** Writes pending lines and closes the file. */
  close(): Promise<void>;
}

function formatNotice({ lines, reason, since }: Lost): string {
  const fields = { level: 40, time: Date.now(), pid: process.pid, lostLines: lines, since, reason };
  return `${JSON.stringify({ ...fields, msg: "log: lines were lost while it could not be written" })}\n`;
}

/**
 * Opens a log's destination. pino's own (sonic-boom 4.2.1, which pino-roll uses as well) throws on a full disk, and even with a listener for its
 * error the process never ends: at exit `flushSync` retries for ever (tried on a full tmpfs). It also holds all lines in memory.
 * @param to a file, which rotates, or an open descriptor
 */
export function openLogDestination(
  to: { readonly path: string; readonly rotation?: Rotation } | { readonly fd: number },
  { onLost, onRecovered }: LogEvents = {},
): LogDestination {
  const output = "fd" in to ? openDescriptor(to.fd) : openRotating(to.path, to.rotation ?? usualRotation);
  let waiting: string[] = [];
  let waitingChars = 0;
  let lost: Lost | null = null;
  let retry: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  function lose(lines: number, reason: string, since = new Date()): void {
    if (lost === null) onLost?.(reason);
    lost = { reason, since, ...lost, lines: (lost?.lines ?? 0) + lines };
    retry ??= setTimeout(() => {
      retry = null;
      schedule();
    }, retryMs).unref();
  }

  function takeWaiting(): { text: string; lines: number; told: Lost | null } {
    const taken = { text: `${lost === null ? "" : formatNotice(lost)}${waiting.join("")}`, lines: waiting.length, told: lost };
    waiting = [];
    waitingChars = 0;
    return taken;
  }

  async function writeWaiting(): Promise<void> {
    await sleep(gatherMs);
    while (retry === null && (waiting.length > 0 || lost !== null)) {
      const { text, lines, told } = takeWaiting();
      try {
        await output.append(Buffer.from(text));
        if (told === null) continue;
        // Lines dropped meanwhile are reported by the next notice.
        const { lines: now } = lost ?? told;
        lost = now > told.lines ? { ...told, lines: now - told.lines, since: new Date() } : null;
        if (lost === null) onRecovered?.(told.lines);
      } catch (error) {
        lose(lines + waiting.length, error instanceof Error ? error.message : String(error));
        waiting = [];
        waitingChars = 0;
      }
    }
  }

  function schedule(): void {
    writing ??= writeWaiting().finally(() => {
      writing = null;
      // Lines that arrived after the last check.
      if (retry === null && waiting.length > 0) schedule();
    });
  }

  async function settle(): Promise<void> {
    if (writing === null) return;
    await writing;
    await settle();
  }

  function flushSync(): void {
    if (waiting.length === 0 && lost === null) return;
    const { text, lines } = takeWaiting();
    try {
      output.appendNow(Buffer.from(text));
      lost = null;
    } catch (error) {
      lose(lines, error instanceof Error ? error.message : String(error));
    }
  }
  process.on("exit", flushSync);

  return {
    write(line) {
      if (retry !== null && lost !== null) return lose(1, lost.reason);
      if (waitingChars + line.length > mostWaitingChars) return lose(1, "lines come faster than they are written");
      waiting.push(line);
      waitingChars += line.length;
      schedule();
    },
    flushSync,
    async close() {
      await settle();
      clearTimeout(retry ?? undefined);
      process.off("exit", flushSync);
      flushSync();
      await output.close();
    },
  };
}
