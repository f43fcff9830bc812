import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCarrierAccount, listCarrierAccounts } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { openSecrets } from "#server/platform/runtime/secrets.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { staffOf } from "#tests/server/stage-stock.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";
import { resealSecrets } from "./reseal-secrets.commands.ts";
import { getPurpose } from "./secret-purpose.ts";

let test_: TestApp;
let world: World;
const folder = mkdtempSync(join(tmpdir(), "quayside-reseal-"));
beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(async () => {
  await test_.close();
  rmSync(folder, { recursive: true });
});

const newKey = () => randomBytes(32).toString("base64");

async function readTokens(): Promise<Map<string, string>> {
  const rows = await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
    tx.selectFrom("carrier_account").select(["carrier_account_uuid", "sealed_api_token"]).execute(),
  );
  return new Map(rows.map(({ carrier_account_uuid, sealed_api_token }) => [carrier_account_uuid, sealed_api_token]));
}

test("after a new key all secrets are sealed with it once, those of a lost key stay, and the accounts keep their version", async () => {
  const [old, next, lost] = [newKey(), newKey(), newKey()];
  const make = async (label: string) =>
    (await request(test_.app, createCarrierAccount, { api_name: "4px", label }, { token: world.provider.token })).data.carrier_account_uuid;
  const [kept, dead, empty] = [await make("Kept"), await make("Dead"), await make("Without a token")];
  const seal = async (uuid: string, key: string) => {
    const sealed_api_token = openSecrets(folder, key).seal("token-of-this-account", getPurpose(world.providerA, uuid, "api-token"));
    await test_.services.database.transaction(staffOf(world.providerA), (tx) =>
      tx.updateTable("carrier_account").set({ sealed_api_token }).where("carrier_account_uuid", "=", uuid).execute(),
    );
  };
  await seal(kept, old);
  await seal(dead, lost);
  const before = await readTokens();

  const services = { ...test_.services, secrets: openSecrets(folder, `${next},${old}`) };
  const { signal } = new AbortController();
  expect(await resealSecrets(services, signal)).toBe(1);
  const after = await readTokens();
  expect(
    openSecrets(folder, next)
      .open(after.get(kept) ?? "", getPurpose(world.providerA, kept, "api-token"))
      .toString(),
  ).toBe("token-of-this-account");
  expect(after.get(dead)).toBe(before.get(dead));
  expect(after.get(empty)).toBe("");
  expect(await resealSecrets(services, signal)).toBe(0);
  const { data } = await request(test_.app, listCarrierAccounts, {}, { token: world.provider.token });
  expect(data.result.map(({ version }) => version)).toEqual([1, 1, 1]);
});
