import { SignJWT } from "jose";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { CallAddress } from "#src/kit/api/address.ts";
import type { DeviceKey } from "./device-key.storage.ts";

/**
 * Creates a proof that this device holds its key, for one call: a DPoP proof JWT (RFC 9449, section 4.2), signed with ES256.
 * @param now ms since 1970, by the server's clock as far as it is known
 */
export async function makeProof(key: DeviceKey, { method, path }: CallAddress, now: number): Promise<string> {
  return new SignJWT({ htm: method, htu: apiPrefix + path })
    .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk: key.publicKey })
    .setIssuedAt(Math.floor(now / 1000))
    .setJti(crypto.randomUUID())
    .sign(key.privateKey);
}
