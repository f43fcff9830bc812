import "fake-indexeddb/auto";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { ensureDeviceKey, readDeviceKey } from "./device-key.storage.ts";
import { makeProof } from "./device-proof.ts";
import { entitlementAddresses } from "./entitlement-addresses.ts";

beforeEach(() => {
  indexedDB.deleteDatabase("quayside-entitlement");
});

describe("a device's key", () => {
  test("is created once, stored, and cannot be exported from the browser", async () => {
    expect(await readDeviceKey()).toBeNull();
    const [made, twin] = await Promise.all([ensureDeviceKey(), ensureDeviceKey()]);
    expect(twin.jkt).toBe(made.jkt);
    const read = await readDeviceKey();
    expect(read?.jkt).toBe(made.jkt);
    expect(read?.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("jwk", read?.privateKey ?? made.privateKey)).rejects.toThrow("not extractable");
    expect(JSON.stringify(made.publicKey)).not.toContain('"d"');
  });

  test("is replaced by a new one when it is lost", async () => {
    const { jkt } = await ensureDeviceKey();
    indexedDB.deleteDatabase("quayside-entitlement");
    expect(await readDeviceKey()).toBeNull();
    expect((await ensureDeviceKey()).jkt).not.toBe(jkt);
  });
});

test("a proof is a DPoP proof of the call, signed by the device's key", async () => {
  const key = await ensureDeviceKey();
  const now = 1_800_000_000_500;
  const proof = await makeProof(key, entitlementAddresses.renewToken, now);
  expect(decodeProtectedHeader(proof)).toEqual({ typ: "dpop+jwt", alg: "ES256", jwk: key.publicKey });
  const { payload } = await jwtVerify(proof, await importJWK(key.publicKey, "ES256"), { algorithms: ["ES256"] });
  expect(payload).toMatchObject({ htm: "POST", htu: "/v1/api/entitlement/renew-token", iat: 1_800_000_000 });
  const again = await jwtVerify(await makeProof(key, entitlementAddresses.renewToken, now), await importJWK(key.publicKey, "ES256"));
  expect(again.payload.jti).not.toBe(payload.jti);
});
