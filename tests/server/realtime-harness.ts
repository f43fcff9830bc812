import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Acting } from "#server/platform/db/row-security.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { Audience } from "#server/platform/realtime/events.ts";
import type { Limits } from "#server/platform/realtime/limits.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import type { Realtime } from "#server/platform/realtime/realtime.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { testTopics, told } from "./realtime-topics.ts";
import { makeWorld } from "./world.ts";
import type { World } from "./world.ts";

/** The application, listening, with its websockets. */
export interface RealtimeTest {
  test: TestApp;
  world: World;
  realtime: Realtime;
  /** on the application's own port */
  url: string;
  /** on the port for websockets only; without a path */
  bareUrl: string;
  /** Commits an event of the topic `tests.told`. */
  say(audience: Audience, text: string): Promise<void>;
  close(): Promise<void>;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts it on a new database.
 * @param limits overrides; there is time for a hello even on a slow machine
 */
export async function startRealtimeTest(limits: Partial<Limits> = {}): Promise<RealtimeTest> {
  const test = await startTestApp();
  const world = await makeWorld(test);
  const { services, appUrl, app } = test;
  const realtime = await openRealtime({
    services,
    appUrl,
    log: services.log,
    topics: testTopics,
    limits: { helloWithinMs: 600_000, ...limits },
  });
  const bare = createServer((_request, response) => response.writeHead(426).end());
  realtime.attach(app.server, { path: "/websocket" });
  realtime.attach(bare, { path: null });
  const host = await listen(app.server);
  return {
    test,
    world,
    realtime,
    url: `ws://${host}/websocket`,
    bareUrl: `ws://${await listen(bare)}`,
    say: (audience, text) => services.database.transaction(platform, (tx) => publishEvent(tx, told, audience, { text })),
    async close() {
      await realtime.close();
      bare.close();
      await test.close();
    },
  };
}

/** Waits until a condition holds. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, withinMs = 50_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the identity of a provider's session. */
export function providerActing(providerUuid: string): Acting {
  return { kind: "provider", providerUuid };
}
