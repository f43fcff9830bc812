import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { DeviceSession } from "#src/pro/entitlement/pro-status.rules.ts";
import { entitlementCalls } from "#src/pro/entitlement/entitlement.calls.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { answerOf } from "#tests/factories/answers.ts";
import type * as CustomerClient from "./customer-client.ts";

// The background, as this page hears it: webextension-polyfill does not load outside an extension.
const background = vi.hoisted(() => ({ openSession: (): Promise<DeviceSession | null> => Promise.resolve(null) }));

vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: {
      sendMessage: async ({ call }: { call: string }) => ({ output: call === "pro.openSession" ? await background.openSession() : null }),
    },
    storage: { onChanged: { addListener: () => undefined } },
  },
}));

let server: Server;
let answer = answerOf("tooMany");
let tokens: string[] = [];
let client: typeof CustomerClient;

beforeAll(async () => {
  server = createServer((request, reply) => {
    tokens.push((request.headers.authorization ?? "").replace("Bearer ", ""));
    request
      .resume()
      .on("end", () => reply.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubGlobal("__QUAYSIDE_ORIGIN__", `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  client = await import("./customer-client.ts");
});
afterAll(() => server.close());
beforeEach(() => {
  client.forgetSession();
  tokens = [];
  answer = answerOf("tooMany");
  background.openSession = async () => ({ access_token: "ann", csrf_token: "c" });
  useToasts.setState({ toasts: [] });
});

const removing = (options = {}) =>
  client.customerClient.call(entitlementCalls.removeDevice, { device_uuid: "01890000-0000-7000-8000-000000000001" }, options);
const toasts = () => useToasts.getState().toasts.map(({ tone }) => tone);

describe("a failed change", () => {
  test("shows one toast", async () => {
    await expect(removing()).rejects.toMatchObject({ codeName: "tooMany" });
    expect(toasts()).toEqual(["bad"]);
  });

  test("shows no toast if the screen shows the error itself; a failed read shows none either", async () => {
    await expect(removing({ isQuiet: true })).rejects.toMatchObject({ codeName: "tooMany" });
    await expect(client.customerClient.call(entitlementCalls.listDevices, {})).rejects.toMatchObject({ codeName: "tooMany" });
    expect(toasts()).toEqual([]);
  });

  test("shows a toast if the session cannot be reopened", async () => {
    answer = answerOf("loginExpired");
    let opened = 0;
    background.openSession = async () => ((opened += 1) === 1 ? { access_token: "ann", csrf_token: "c" } : null);
    await expect(removing()).rejects.toThrow("see the reason above");
    expect(toasts()).toEqual(["bad"]);
  });
});

test("without a session, a call fails with 'see the reason above', not as if the server were unreachable", async () => {
  background.openSession = async () => null;
  await expect(client.customerClient.call(entitlementCalls.listDevices, {})).rejects.toMatchObject({
    kind: "refusal",
    message: "These settings could not be opened: see the reason above",
  });
  expect(tokens).toEqual([]);
});

test("a session forgotten while it was opening is never used, and the next account gets its own", async () => {
  let give = (_session: DeviceSession): void => undefined;
  background.openSession = () => new Promise((resolve) => (give = resolve));
  const early = expect(removing({ isQuiet: true })).rejects.toMatchObject({ kind: "refusal" });
  client.forgetSession();
  const giveAnn = give;
  background.openSession = async () => ({ access_token: "bob", csrf_token: "c" });
  answer = answerOf("success", { removed: true });
  await removing();
  giveAnn({ access_token: "ann", csrf_token: "c" });
  await early;
  await removing();
  expect(tokens).toEqual(["bob", "bob"]);
});
