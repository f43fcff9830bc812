import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { tokenType } from "#src/pro/entitlement/entitlement.rules.ts";
import type { EntitlementClaims } from "#src/pro/entitlement/entitlement.rules.ts";
import { readOrMakeKeyFile } from "./key-file.ts";

/** Under the data folder; mode 0600. */
export const entitlementKeysFile = "entitlement.keys";
/** RFC 8037: an Ed25519 key pair as a JWK. */
const privateJwk = z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), d: z.string() });
const keyFile = z.object({ keys: z.array(privateJwk).min(1) });

/** A public key in the format of the extension's build. */
export interface PublicEntitlementKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  /** RFC 7638 thumbprint, so that it needs no register */
  readonly kid: string;
}

/** Signs entitlement tokens. The private keys never leave this object. */
export interface EntitlementKeys {
  /** Every public key, the signing one first: tokens signed by the others are still valid, or will follow. */
  readonly publicKeys: readonly PublicEntitlementKey[];
  /** Signs a token (JWS, RFC 7515, by Ed25519, RFC 9864) with the first key, whose `kid` it names. */
  sign(claims: EntitlementClaims): string;
}

function newKey(): z.infer<typeof privateJwk> {
  return privateJwk.parse(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
}

function toText(keys: readonly z.infer<typeof privateJwk>[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

function parse(text: string, source: string): z.infer<typeof privateJwk>[] {
  try {
    return keyFile.parse(JSON.parse(text)).keys;
  } catch {
    // without the text, which may be a key
    throw new Error(`entitlement keys: ${source} is not a set of Ed25519 keys`);
  }
}

/** A part of a compact JWS (RFC 7515, 7.1). */
function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function toPublicKey(key: KeyObject): PublicEntitlementKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const jwk = { kty: "OKP", crv: "Ed25519", x } as const;
  // RFC 8037, 2 and RFC 7638, 3.2: these members in this order.
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x }))
    .digest("base64url");
  return { ...jwk, kid };
}

/**
 * Opens the keys that sign entitlement tokens.
 * @param dataDir holds `entitlement.keys` (mode 0600), which the first start creates if no keys are given
 * @param given ENTITLEMENT_KEYS: a JWK set of private keys; the first signs
 * @throws Error if it is not a set of keys, or the file cannot be read or created; the message never holds a key
 */
export function openEntitlementKeys(dataDir: string, given: string | undefined): EntitlementKeys {
  const path = join(dataDir, entitlementKeysFile);
  const jwks =
    given === undefined
      ? parse(
          readOrMakeKeyFile(dataDir, entitlementKeysFile, () => toText([newKey()])),
          path,
        )
      : parse(given, "ENTITLEMENT_KEYS");
  const keys = jwks.map((jwk) => createPrivateKey({ key: jwk, format: "jwk" }));
  const publicKeys = keys.map(toPublicKey);
  const [key] = keys;
  const [publicKey] = publicKeys;
  if (key === undefined || publicKey === undefined) throw new Error("entitlement keys: there is no key");
  return {
    publicKeys,
    sign(claims) {
      const signed = `${part({ alg: "Ed25519", kid: publicKey.kid, typ: tokenType })}.${part(claims)}`;
      return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
    },
  };
}

/** `add`: appends a key, which signs nothing yet; `use`: moves the last one to the front, where it signs. */
export type Rotation = "add" | "use";

/**
 * Returns the text of a key file after one step of a rotation.
 * @throws Error if it is not a set of keys, or `use` finds none to move
 */
export function rotateKeys(text: string, source: string, step: Rotation): string {
  const keys = parse(text, source);
  if (step === "add") return toText([...keys, newKey()]);
  const last = keys.at(-1);
  if (last === undefined || keys.length === 1) throw new Error("entitlement keys: the only key is the one that signs; add another first");
  return toText([last, ...keys.slice(0, -1)]);
}
