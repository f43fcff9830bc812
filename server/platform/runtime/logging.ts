import { join, resolve } from "node:path";
import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import { openLogDestination } from "./log-file.ts";

/**
 * Opens the log of a process that a person started by hand: `server.log` in the data folder, which rotates.
 * @param dataDir an existing folder
 * @param say shows that person a line: that the log cannot be written, and that it is again
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
 * Opens the server's log: one JSON object a line. It never receives headers and bodies; secrets that an object might contain are redacted as well.
 * @param to standard output by default
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
