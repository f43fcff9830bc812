import { base64url, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { newEntitlementKeys } from "#tests/factories/entitlement-server.ts";
import type { EntitlementClaims } from "./entitlement.rules.ts";
import { tokenType } from "./entitlement.rules.ts";
import { readToken } from "./token-reader.ts";

const claims: EntitlementClaims = {
  iss: "http://quayside.localhost",
  sub: "device-1",
  plan: "pro",
  iat: 1000,
  exp: 2000,
  cnf: { jkt: "a" },
};
type Keys = Awaited<ReturnType<typeof newEntitlementKeys>>;
let ours: Keys;
let others: Keys;

beforeAll(async () => {
  ours = await newEntitlementKeys();
  others = await newEntitlementKeys();
});

/** Replaces one of a token's three parts. */
function altered(token: string, part: number, text: string): string {
  return token.split(".").with(part, text).join(".");
}

describe("a token is read", () => {
  test("as its claims when one of the build's keys signed it", async () => {
    expect(await readToken(ours.sign(claims), ours.publicKeys)).toEqual(claims);
    expect(await readToken(others.sign(claims), [...ours.publicKeys, ...others.publicKeys])).toEqual(claims);
  });

  test("as null when it is missing", async () => {
    expect(await readToken(null, ours.publicKeys)).toBeNull();
  });

  test("as forged when another key signed it, whatever key id it names", async () => {
    expect(await readToken(others.sign(claims), ours.publicKeys)).toBe("forged");
    const [known] = ours.publicKeys;
    const { privateKey } = await generateKeyPair("Ed25519");
    const named = new SignJWT({ ...claims }).setProtectedHeader({ alg: "Ed25519", kid: known?.kid ?? "", typ: tokenType });
    expect(await readToken(await named.sign(privateKey), ours.publicKeys)).toBe("forged");
  });

  test("as forged when any part of it was altered", async () => {
    const token = ours.sign(claims);
    const longer = base64url.encode(JSON.stringify({ ...claims, exp: 9_999_999_999 }));
    expect(await readToken(altered(token, 1, longer), ours.publicKeys)).toBe("forged");
    const unsigned = base64url.encode(JSON.stringify({ alg: "none", kid: ours.publicKeys[0]?.kid, typ: tokenType }));
    expect(await readToken(altered(altered(token, 0, unsigned), 2, ""), ours.publicKeys)).toBe("forged");
    expect(await readToken("pro", ours.publicKeys)).toBe("forged");
    expect(await readToken(token, [])).toBe("forged");
  });

  test("as forged when its key id is used with another algorithm or type", async () => {
    const { privateKey } = await generateKeyPair("ES256");
    const kid = ours.publicKeys[0]?.kid ?? "";
    const es256 = new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid, typ: tokenType });
    expect(await readToken(await es256.sign(privateKey), ours.publicKeys)).toBe("forged");
    const header = { alg: "Ed25519", kid, typ: "JWT" };
    const signed = ours.sign(claims);
    expect(await readToken(altered(signed, 0, base64url.encode(JSON.stringify(header))), ours.publicKeys)).toBe("forged");
  });

  test("as forged when its claims are not an entitlement", async () => {
    const without = { ...claims, cnf: {} } as unknown as EntitlementClaims;
    expect(await readToken(ours.sign(without), ours.publicKeys)).toBe("forged");
  });
});
