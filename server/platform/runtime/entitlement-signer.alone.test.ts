import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { tokenType } from "#src/pro/entitlement/entitlement.rules.ts";
import { entitlementKeysFile, openEntitlementKeys, rotateKeys } from "./entitlement-signer.ts";

const root = mkdtempSync(join(tmpdir(), "quayside-keys-"));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
const folder = () => join(root, String((folders += 1)));
const claims = {
  iss: "https://quay.example",
  sub: "device",
  plan: "pro",
  iat: 1_700_000_000,
  exp: 4_000_000_000,
  cnf: { jkt: "thumb" },
} as const;

function keys(command: string, env: Record<string, string>): { status: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, "../../keys.ts"), command], { encoding: "utf8", cwd: root, env });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

describe("entitlement keys", () => {
  it("are generated once, in a file readable only by its owner, and stay the same", async () => {
    const dataDir = folder();
    const [first, second] = [openEntitlementKeys(dataDir, undefined), openEntitlementKeys(dataDir, undefined)];
    expect(first.publicKeys).toEqual(second.publicKeys);
    expect(statSync(join(dataDir, entitlementKeysFile)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(first.publicKeys)).not.toContain('"d"');
  });

  it("sign tokens that only their own public keys verify, found by the kid", async () => {
    const own = openEntitlementKeys(folder(), undefined);
    const other = openEntitlementKeys(folder(), undefined);
    const token = own.sign(claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "Ed25519", kid: own.publicKeys[0]?.kid, typ: tokenType });
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...other.publicKeys, ...own.publicKeys] }), { typ: tokenType });
    expect(payload).toEqual(claims);
    const [foreign] = other.publicKeys;
    if (foreign === undefined) throw new Error("no key");
    await expect(jwtVerify(token, await importJWK({ ...foreign }, "Ed25519"))).rejects.toThrow("signature");
  });

  it("rotate in two steps: builds get a key before it signs, and old tokens stay valid", async () => {
    const dataDir = folder();
    const before = openEntitlementKeys(dataDir, undefined);
    const old = before.sign(claims);
    const env = { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir };
    expect(keys("use", env)).toMatchObject({ status: 1, err: "entitlement keys: the only key is the one that signs; add another first\n" });
    expect(keys("add", env).status).toBe(0);
    const learnt = openEntitlementKeys(dataDir, undefined);
    expect(learnt.publicKeys.map(({ kid }) => kid)[0]).toBe(before.publicKeys[0]?.kid);
    expect(learnt.publicKeys).toHaveLength(2);
    expect(keys("use", env).status).toBe(0);
    const after = openEntitlementKeys(dataDir, undefined);
    expect(after.publicKeys).toEqual(learnt.publicKeys.toReversed());
    for (const token of [old, after.sign(claims)])
      await expect(jwtVerify(token, createLocalJWKSet({ keys: [...learnt.publicKeys] }))).resolves.toBeDefined();
    const listed = keys("list", env);
    expect(JSON.parse(listed.out)).toEqual(after.publicKeys);
    expect(statSync(join(dataDir, entitlementKeysFile)).mode & 0o777).toBe(0o600);
  });

  it("can be configured, which creates no file; invalid ones are rejected without being repeated", async () => {
    const dataDir = folder();
    openEntitlementKeys(dataDir, undefined);
    const text = readFileSync(join(dataDir, entitlementKeysFile), "utf8");
    const elsewhere = folder();
    expect(openEntitlementKeys(elsewhere, text).publicKeys).toEqual(openEntitlementKeys(dataDir, undefined).publicKeys);
    expect(() => statSync(elsewhere)).toThrow("ENOENT");
    for (const bad of ["", "{}", '{"keys":[]}', '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"hidden-word"}]}']) {
      expect(() => openEntitlementKeys(elsewhere, bad)).toThrow("is not a set of Ed25519 keys");
      expect(() => openEntitlementKeys(elsewhere, bad)).not.toThrow(/hidden-word/);
    }
    writeFileSync(join(dataDir, entitlementKeysFile), "spoilt");
    expect(() => openEntitlementKeys(dataDir, undefined)).toThrow("is not a set of Ed25519 keys");
    expect(() => rotateKeys("spoilt", "a file", "add")).toThrow("a file is not a set");
  });
});
