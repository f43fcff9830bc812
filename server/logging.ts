import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

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
    to ?? pino.destination({ fd: 1, sync: false }),
  );
}
