import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiPrefix } from "#src/kit/api/address.ts";
import { implementations } from "#server/calls.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, multipartOf, multipartType } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let served: TestApp;
let world: World;
beforeAll(async () => {
  served = await startTestApp();
  world = await makeWorld(served);
});
afterAll(() => served.close());

const whole = multipartOf([{ field: "image", name: "a.png", bytes: Buffer.from("no picture at all") }]);
const longBoundary = "b".repeat(300);

/** Bodies that are no multipart, each with its content type. */
const malformed: Readonly<Record<string, { type: string; payload: Buffer }>> = {
  "without a boundary": { type: "multipart/form-data", payload: whole },
  "with an empty boundary": { type: "multipart/form-data; boundary=", payload: whole },
  "with a boundary of 300 characters": {
    type: `multipart/form-data; boundary=${longBoundary}`,
    payload: Buffer.from(`--${longBoundary}\r\n\r\n--${longBoundary}--\r\n`),
  },
  "that ends within a file": { type: multipartType, payload: whole.subarray(0, whole.length - 40) },
  "that ends within a part's headers": { type: multipartType, payload: whole.subarray(0, 40) },
  "that is something else": { type: multipartType, payload: Buffer.from("not multipart at all") },
};

const uploads = implementations.map(({ call }) => call).filter(({ body }) => body === "multipart");

describe("a malformed multipart body", () => {
  test("is tested on every call that takes an upload", () => {
    expect(uploads.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["files.upload-images", "imports.upload-import", "accounts.change-avatar"]),
    );
  });

  for (const [kind, { type, payload }] of Object.entries(malformed))
    test.each(uploads.map(({ name, path }) => [name, path]))(
      `${kind} is answered by %s with 400, without an error in the log`,
      async (_name, path) => {
        const from = served.logged.length;
        const headers = { ...headersOf({ token: world.provider.token }), "content-type": type };
        const reply = await served.app.inject({ method: "POST", url: apiPrefix + path, headers, payload });
        expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([400, 400]);
        const levels = served.logged.slice(from).map((line) => (JSON.parse(line) as { level: number }).level);
        expect(Math.max(...levels)).toBe(30);
      },
    );
});
