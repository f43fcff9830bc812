import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import * as XLSX from "xlsx";
import { apiPrefix } from "#src/kit/api/address.ts";
import { exportAuditLog, retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { downloadsChanged, listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { getFileIndependently } from "#src/kit/files/files.contract.ts";
import { platform } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { verifyAudit } from "./audit-verify.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { sealJob, verifyJob } from "./audit.jobs.ts";

// With workers, as `npm start` has them.
let server: TestApp;
let world: World;

function asPlatform<T>(deed: (tx: Tx) => Promise<T>): Promise<T> {
  return server.services.database.transaction(platform, deed);
}

beforeAll(async () => {
  server = await startTestApp({ withWorkers: true });
  world = await makeWorld(server);
  for (const [index, person] of [world.provider, world.retailer, world.foreignProvider, world.operator].entries()) {
    const { providerUuid, retailerUuid, userUuid, username } = person;
    const context = { actor: null, now: new Date(Date.UTC(2026, 0, 1 + index)), address: "10.0.0.7" };
    await asPlatform((tx) => writeAudit(tx, context, { action: "test.done", by: { providerUuid, retailerUuid, userUuid, username } }));
  }
});

afterAll(() => server.close());

test("an export runs from the call through its job to a workbook in the downloads", { timeout: 60_000 }, async () => {
  const { token } = world.provider;
  const asked = await request(server.app, exportAuditLog, { format: "xlsx", action: "test" }, { token });
  expect(asked.code).toBe(200);
  const newest = async () => (await request(server.app, listDownloads, {}, { token })).data.result[0];
  await expect.poll(async () => (await newest())?.status, { timeout: 30_000 }).toBe("ready");
  const download = await newest();
  expect(download).toMatchObject({ download_uuid: asked.data.download_uuid, progress: 100 });
  const query = new URLSearchParams({ roleType: "provider", filename: download?.filename ?? "", save_as: "January" });
  const file = await server.app.inject({
    url: `${apiPrefix}${getFileIndependently.path}?${query.toString()}`,
    headers: headersOf({ token }),
  });
  expect(file.headers["content-disposition"]).toContain('attachment; filename="January.xlsx"');
  const rows = XLSX.utils.sheet_to_json<unknown[]>(XLSX.read(file.rawPayload).Sheets["Audit log"] ?? {}, { header: 1 });
  expect(rows.slice(1).map((row) => [row[1], row[2]])).toEqual([
    ["test.done", "alpha-operator"],
    ["test.done", "retailer-one"],
    ["test.done", "alpha-provider"],
  ]);
  const told = await asPlatform((tx) =>
    tx.selectFrom("event").select("payload").where("topic", "=", downloadsChanged.name).orderBy("event_uuid").execute(),
  );
  expect(told.map(({ payload }) => (payload as { status: string }).status)).toEqual(["queued", "running", "ready"]);
});

test("the sealing job seals every provider's log", { timeout: 60_000 }, async () => {
  await asPlatform((tx) => server.services.jobs.enqueue(tx, sealJob, platform, {}));
  const sealed = async (token: string) => {
    const { result } = (await request(server.app, retrieveAuditLog, { action: "test" }, { token })).data;
    return result.length > 0 && result.every((row) => row.is_sealed);
  };
  for (const { token } of [world.provider, world.foreignProvider]) await expect.poll(() => sealed(token), { timeout: 30_000 }).toBe(true);
  for (const providerUuid of [world.providerA, world.providerB])
    expect(await asPlatform((tx) => verifyAudit(tx, providerUuid))).toMatchObject({ seals: 1, firstBroken: null });
});

test(
  "the weekly check reports the provider whose sealed log was tampered with, and that the others' logs match",
  { timeout: 60_000 },
  async () => {
    const owner = new pg.Client({ connectionString: server.ownerUrl });
    await owner.connect();
    await owner.query("alter table audit_log no force row level security; alter table audit_log disable trigger user");
    await owner.query("update audit_log set action = 'test.undone' where provider_uuid = $1 and action = 'test.done' and seal_number = 1", [
      world.providerB,
    ]);
    await owner.query("alter table audit_log enable trigger user; alter table audit_log force row level security");
    await owner.end();
    await asPlatform((tx) => server.services.jobs.enqueue(tx, verifyJob, platform, {}));
    const saying = (words: string, providerUuid: string) =>
      server.logged.filter((line) => line.includes(words) && line.includes(providerUuid)).length;
    await expect.poll(() => saying("tampered with", world.providerB), { timeout: 30_000 }).toBe(1);
    await expect.poll(() => saying("matches its seals", world.providerA), { timeout: 30_000 }).toBe(1);
    expect(saying("tampered with", world.providerA)).toBe(0);
  },
);
