import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { systemClock } from "#server/platform/runtime/clock.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import { testTopics } from "./realtime-topics.ts";

// A process with websockets only, on the database given as its first argument. It prints its port; on the input "memory"
// it prints how many bytes it holds; it ends with its input.
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
