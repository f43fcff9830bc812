import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectSocket } from "#src/kit/api/socket-client.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { deriveCsrfToken } from "#server/platform/http/authenticate.ts";
import { recheckSockets } from "#server/platform/realtime/session-changes.commands.ts";
import { openRealtime } from "#server/platform/realtime/realtime.ts";
import { startRealtimeTest, until } from "./realtime-harness.ts";
import type { RealtimeTest } from "./realtime-harness.ts";
import { testTopics, told } from "./realtime-topics.ts";

let live: RealtimeTest;

beforeAll(async () => {
  live = await startRealtimeTest();
});
afterAll(() => live.close());

it("our client receives everything once while its server stops and another takes over, until its session ends", async () => {
  const { appUrl, services } = live.test;
  const { token, sessionUuid } = live.world.provider;
  const texts: string[] = [];
  const states: (string | number)[] = [];
  let url = live.url;
  let resets = 0;
  const connection = connectSocket({
    url: () => url,
    tokens: () => ({ accessToken: token, csrfToken: deriveCsrfToken(token) }),
    topics: [told],
    onEvent: ({ payload }) => texts.push((payload as { text: string }).text),
    onReset: () => (resets += 1),
    onState: (state, code) => states.push(code ?? state),
    timings: { shortestWaitMs: 10, longestWaitMs: 100 },
  });
  const say = (text: string) => live.say({ providerUuid: live.world.providerA }, text);
  await until(() => states.includes("open"), "open");
  await say("before");
  await until(() => texts.includes("before"), "the first event");

  await live.realtime.close();
  await say("while nobody listens");
  const server = createServer();
  const second = await openRealtime({ services, appUrl, log: services.log, topics: testTopics });
  second.attach(server, { path: "/websocket" });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/websocket`;

  await until(() => texts.length === 2, "what was missed");
  await say("after");
  await until(() => texts.includes("after"), "the last event");
  expect(texts).toEqual(["before", "while nobody listens", "after"]);
  expect(resets).toBe(0);

  await services.database.transaction(anonymous, async (tx) => {
    await tx.updateTable("session").set({ revoked_at: services.clock.now() }).where("session_uuid", "=", sessionUuid).execute();
    await recheckSockets(tx, [sessionUuid]);
  });
  await until(() => states.at(-1) === 2003, "the refusal");
  connection.close();
  await second.close();
  server.close();
});
