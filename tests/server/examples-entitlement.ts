import { randomInt } from "node:crypto";
import { openDeviceSession, renewToken, startLink } from "#src/pro/entitlement/entitlement.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { codeLetters, formatCode } from "#src/pro/entitlement/entitlement.rules.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import type { TestApp } from "./app.ts";
import type { Example } from "./example.ts";
import { makeDevice } from "./test-device.ts";
import type { Person } from "./world.ts";

/** Adds somebody's linked device to the database. */
async function addDevice({ services }: TestApp, { userUuid }: Person, thumbprint: string): Promise<string> {
  const deviceUuid = newId();
  await services.database.transaction(anonymous, (tx) =>
    tx
      .insertInto("device")
      .values({ device_uuid: deviceUuid, user_uuid: userUuid, name: "a device", thumbprint, linked_at: services.clock.now() })
      .execute(),
  );
  return deviceUuid;
}

/** Creates a device and its proof for a call. */
async function proven(test: TestApp, owner: Person, call: typeof renewToken | typeof openDeviceSession) {
  const device = await makeDevice();
  return { device_uuid: await addDevice(test, owner, device.thumbprint), proof: await device.proof(call, test.clock.now()) };
}

/** Adds a device that waits for approval. */
async function addLink({ services }: TestApp): Promise<string> {
  const now = services.clock.now();
  const user_code = Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
  await services.database.transaction(anonymous, (tx) =>
    tx
      .insertInto("device_link")
      .values({
        link_uuid: newId(),
        device_code_hash: Buffer.from(user_code),
        user_code,
        thumbprint: newId(),
        device_name: "Chrome",
        state: "PENDING",
        created_at: now,
        expires_at: new Date(now.getTime() + 900_000),
      })
      .execute(),
  );
  return user_code;
}

const nothing: Example = { own: async () => ({}) };
const unknownToken = "0".repeat(43);
const freshEmail = () => `customer-${newId()}@example.test`;

/** An input for every call of customers' sign-in and of devices. */
export const entitlementExamples: Readonly<Record<string, Example>> = {
  "subscription.request-sign-in": { own: async () => ({ email: freshEmail(), language: "en_us", purpose: "link" }) },
  "subscription.sign-in": { own: async () => ({ token: unknownToken }) },
  "subscription.change-email": { own: async () => ({ email: freshEmail(), language: "zh_cn" }) },
  "subscription.confirm-email": { own: async () => ({ token: unknownToken }) },
  "entitlement.start-link": {
    own: async ({ test }) => {
      const origins = { application: "https://quay.example.com", homepage: "https://www.example.com" };
      await test.services.database.transaction(anonymous, (tx) => ensureDefaultSites(tx, origins, test.clock.now()));
      const device = await makeDevice();
      const proof = await device.proof(startLink, test.clock.now());
      return { public_key: device.publicKey, device_name: "Chrome", language: "en_us", proof };
    },
  },
  "entitlement.poll-link": { own: async () => ({ device_code: unknownToken }) },
  "entitlement.look-up-link": { own: async () => ({ user_code: "BCDF-GHJK" }) },
  "entitlement.decide-link": { own: async ({ test }) => ({ user_code: formatCode(await addLink(test)), decision: "deny" }) },
  "entitlement.renew-token": { own: async ({ test, world }) => proven(test, world.customer, renewToken) },
  "entitlement.open-session": { own: async ({ test, world }) => proven(test, world.customer, openDeviceSession) },
  "entitlement.list-devices": nothing,
  "entitlement.remove-device": {
    own: async ({ test, owner }) => ({ device_uuid: await addDevice(test, owner, newId()) }),
    withForeign: async ({ test, foreign }) => ({ device_uuid: await addDevice(test, foreign.person, newId()) }),
  },
};
