import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { implementations } from "#server/calls.ts";
import { listAddresses } from "#server/platform/http/register-calls.ts";
import { ownExtensionId } from "#src/pro/plan/extension-id.rules.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const chrome = `chrome-extension://${ownExtensionId}`;
const firefox = "moz-extension://3f1b2c4d-0000-4a5b-8c6d-7e8f9a0b1c2d";
const strangers = [
  "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "https://evil.example",
  "http://localhost",
  "null",
  `${chrome}.evil.example`,
  `https://evil.example/${chrome}`,
  "moz-extension://not-a-uuid",
];

const calls = implementations.map(({ call }) => call);
const forExtension = calls.filter((call) => call.fromExtension === true);
const forPages = calls.filter((call) => call.fromExtension !== true);

/** Sends a browser's preflight request and returns the answer. */
async function preflight(url: string, method: string, origin: string) {
  const headers = { origin, "access-control-request-method": method, "access-control-request-headers": "authorization,content-type" };
  return test.app.inject({ method: "OPTIONS", url, headers });
}

describe("the extension's own pages", () => {
  it("can make the calls that allow it, from Chrome with its id and from Firefox", async () => {
    expect(forExtension.length).toBeGreaterThan(10);
    for (const call of forExtension)
      for (const origin of [chrome, firefox]) {
        const asked = await preflight(listAddresses(call)[0] ?? "", call.method, origin);
        expect(asked.statusCode, call.name).toBe(204);
        expect(asked.headers["access-control-allow-origin"], call.name).toBe(origin);
        expect(String(asked.headers["access-control-allow-methods"]), call.name).toContain(call.method);
        for (const name of ["authorization", "content-type", "idempotency-key", "x-csrf-token"])
          expect(String(asked.headers["access-control-allow-headers"])).toContain(name);
        const [url = ""] = listAddresses(call);
        const made = await test.app.inject({
          method: call.method,
          url,
          headers: { origin },
          ...(call.method === "GET" ? {} : { payload: {} }),
        });
        expect(made.headers["access-control-allow-origin"], call.name).toBe(origin);
        expect(String(made.headers["vary"]), call.name).toContain("origin");
        for (const name of ["content-disposition", "date"]) expect(String(made.headers["access-control-expose-headers"])).toContain(name);
        // Cookies are never used, so none may be sent.
        expect(made.headers["access-control-allow-credentials"]).toBeUndefined();
      }
  });
});

describe("CORS", () => {
  it("refuses those calls to other origins: another extension, a web page, a lookalike origin", async () => {
    for (const origin of strangers)
      for (const call of forExtension) {
        const [url = ""] = listAddresses(call);
        expect(
          (await preflight(url, call.method, origin)).headers["access-control-allow-origin"],
          `${call.name} ${origin}`,
        ).toBeUndefined();
        const made = await test.app.inject({
          method: call.method,
          url,
          headers: { origin },
          ...(call.method === "GET" ? {} : { payload: {} }),
        });
        expect(made.headers["access-control-allow-origin"], `${call.name} ${origin}`).toBeUndefined();
      }
  });

  it("refuses the extension every call that does not allow it", async () => {
    for (const call of forPages) {
      const [url = ""] = listAddresses(call);
      expect((await preflight(url, call.method, chrome)).headers["access-control-allow-origin"], call.name).toBeUndefined();
    }
  });
});
