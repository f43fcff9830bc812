import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { envelope } from "#src/kit/api/envelope.ts";
import { fetchConfiguration, StartError } from "./start-up.ts";

const configuration = {
  homepage_title: "码头云仓",
  homepage_title_en: "Quayside",
  homepage_icon: "/favicon.ico",
  main_function: "Application",
  locale: "en_us",
};

let server: Server;
let answer: { status: number; body: string };
let asked: string[];

// The page's own origin is what a relative address means in a browser; Node has none, so it is put before it.
const send = globalThis.fetch;
beforeEach(async () => {
  asked = [];
  server = createServer((request, reply) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    reply.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => send(origin + path, init));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

/** Why it did not start; null where it did. */
async function problem(status: number, body: string): Promise<string | null> {
  answer = { status, body };
  try {
    await fetchConfiguration();
    return null;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

const enveloped = (data: unknown) => JSON.stringify(envelope("success", data));

describe("startup", () => {
  test("fetches the site's configuration from the server once", async () => {
    answer = { status: 200, body: enveloped(configuration) };
    expect(await fetchConfiguration()).toMatchObject(configuration);
    expect(asked).toEqual(["GET /v1/api/config/init-config"]);
  });

  test.each([404, 500, 503])("fails with 'Network response was not ok' at %i, whatever the body", async (status) => {
    expect(await problem(status, enveloped(configuration))).toBe("Network response was not ok");
  });

  test("fails with 'Network response was not ok' when the server does not answer", async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await problem(200, "")).toBe("Network response was not ok");
  });

  test.each([
    ["an empty answer", ""],
    ["a page", "<!doctype html>"],
    ["half an answer", '{"code":200,"data":{'],
    ["null", "null"],
    ["a number", "7"],
    ["no data", enveloped(null)],
    ["an empty object", enveloped({})],
    ["a mode that is none", enveloped({ ...configuration, main_function: "Shop" })],
    ["a language that is none", enveloped({ ...configuration, locale: "de" })],
    ["a title that is a number", enveloped({ ...configuration, homepage_title: 7 })],
  ])("fails with 'Invalid config data format' for %s", async (_what, body) => {
    expect(await problem(200, body)).toBe("Invalid config data format");
  });
});
