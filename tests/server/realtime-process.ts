import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { systemClock } from "#server/clock.ts";
import { openDatabase } from "#server/db/database.ts";
import { openRealtime } from "#server/realtime/realtime.ts";
import { testTopics } from "./realtime-topics.ts";

// A process with websockets and nothing else, on the database that its first argument names. It says its port on a line; told "memory" on its
// input, it says how many bytes it holds; when its input ends, so does it.
const [appUrl = ""] = process.argv.slice(2);
const log = pino({ level: "warn" }, pino.destination(2));
const database = openDatabase(appUrl, { connections: 4, onError: (error) => log.warn(error.message) });
const realtime = await openRealtime({ services: { database, clock: systemClock }, appUrl, log, topics: testTopics });
const server = createServer((_request, response) => response.writeHead(426).end());
realtime.attach(server, { path: "/websocket" });
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

process.stdin.on("data", () => {
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ connections: realtime.connections(), byteSize: heapUsed + external + arrayBuffers })}\n`);
});
process.stdin.on("end", () => process.exit(0));
