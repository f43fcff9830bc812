import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactInfo, addContact } from "#src/company/key-information/key-information.contract.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import { buildApp } from "#server/app.ts";
import { until } from "#tests/e2e/until.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, multipartOf, multipartType, request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

/*
 * Handlers that hang: what they need is locked. Over real sockets, for only there a request closes once its body was read.
 */
let served: TestApp;
let world: World;
let origin: string;
let close: () => Promise<void>;
let owner: pg.Client;

beforeAll(async () => {
  served = await startTestApp();
  world = await makeWorld(served);
  const { app } = await buildApp(served.services, {
    isProduction: false,
    ratePerMinute: 10_000_000,
    trustProxy: false,
    metricsToken: undefined,
    isStopping: () => false,
    answerWithinMs: 500,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${apiPrefix}`;
  close = () => app.close();
  owner = new pg.Client({ connectionString: served.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await close();
  await served.close();
});

/** Does `work` while nobody else can read or write a table. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  await owner.query("begin");
  await owner.query(`lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await owner.query("rollback");
  }
}

async function post(
  path: string,
  type: string,
  body: string | Buffer,
): Promise<{ status: number; code: unknown; retryAfter: string | null }> {
  const headers = { ...headersOf({ token: world.provider.token }), "content-type": type };
  const reply = await fetch(origin + path, { method: "POST", headers, body: typeof body === "string" ? body : new Uint8Array(body) });
  const { code } = (await reply.json()) as { code: unknown };
  return { status: reply.status, code, retryAfter: reply.headers.get("retry-after") };
}

interface Line {
  level: number;
  msg: string;
  reason?: string;
  call?: string;
  status?: number;
}
const lines = (from: number): Line[] => served.logged.slice(from).map((line) => JSON.parse(line) as Line);

const tooLate = { status: 503, code: 503, retryAfter: "1" };
const contact = { name: "Late", type: "email", detail: "late@example.com" } as const;

describe("a handler that hangs after reading its body", () => {
  test("is answered at the deadline with 503 in the envelope, and logged", async () => {
    const from = served.logged.length;
    const reply = await whileLocked("contact", () => post(addContact.path, "application/json", JSON.stringify(contact)));
    expect(reply).toEqual(tooLate);
    expect(lines(from)).toContainEqual(expect.objectContaining({ level: 40, reason: `no answer within 500 ms from ${addContact.name}` }));
    expect(lines(from)).toContainEqual(expect.objectContaining({ call: addContact.name, status: 503 }));
  });

  test("is answered with 503 for an upload too", async () => {
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
    const body = multipartOf([{ field: "images", name: "a.png", bytes: png }]);
    expect(await whileLocked("file", () => post(uploadImages.path, multipartType, body))).toEqual(tooLate);
  });

  test("has its statement cancelled in the database if it only reads", async () => {
    const waiting = async () => {
      const { rows } = await served.services.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%contact%'",
      );
      return rows.length;
    };
    await whileLocked("contact", async () => {
      const reply = await fetch(origin + contactInfo.path, { headers: headersOf({ token: world.provider.token }) });
      expect(reply.status).toBe(503);
      await until(async () => ((await waiting()) === 0 ? true : null), "the end of the statement");
    });
  });

  test("leaves the server running, with no error in its log", async () => {
    expect((await request(served.app, contactInfo, {}, { token: world.provider.token })).status).toBe(200);
    expect(lines(0).filter(({ level }) => level >= 50)).toEqual([]);
  });
});
