import { join, resolve } from "node:path";
import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import { openLogDestination } from "./log-file.ts";

/**
 * The log of a process that a person started by hand: `server.log` in the data folder, which rotates.
 * @param dataDir a folder that is there
 * @param say shows a line to that person: that the log cannot be written, and that it is again
 */
export function openFileLog(level: string, dataDir: string, say: (line: string) => void): { readonly log: Logger; readonly path: string } {
  const path = resolve(join(dataDir, "server.log"));
  const destination = openLogDestination(
    { path },
    {
      onLost: (reason) => say(`The log cannot be written, and the server goes on without it (${reason})`),
      onRecovered: (lines) => say(`The log is written again; ${lines} lines are lost`),
    },
  );
  return { log: openLog(level, destination), path };
}

/**
 * The server's log: one JSON object a line. Headers and bodies are never given to it; what could slip in with an object is blotted out as well.
 * @param to standard output unless told
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const secret = ["authorization", "password", "access_token", "csrf_token", "token", "aes_key", "cookie", "secret"];
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: {
        paths: [...secret, ...secret.map((name) => `*.${name}`), ...secret.map((name) => `*.*.${name}`), "req.headers", "err.parameters"],
        censor: "[secret]",
      },
    },
    to ?? openLogDestination({ fd: 1 }),
  );
}
