import { compactVerify, importJWK } from "jose";
import { z } from "zod";
import type { EntitlementClaims } from "./entitlement.rules.ts";
import { tokenType } from "./entitlement.rules.ts";

/** A public Ed25519 key (RFC 8037) with its id. */
export interface PublicTokenKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
}

/** The result of reading a stored token: its claims, or `forged` if none of the build's keys signed it; null if there is no token. */
export type TokenReading = EntitlementClaims | "forged" | null;

const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  plan: z.literal("pro"),
  iat: z.number(),
  exp: z.number(),
  cnf: z.object({ jkt: z.string() }),
});

/**
 * Reads a token and verifies that one of our keys signed it (JWS, RFC 7515; Ed25519, RFC 8037 and 9864). `decidePlan` decides whose it is and whether it is
 * still valid: this reads no clock.
 */
export async function readToken(token: string | null, keys: readonly PublicTokenKey[]): Promise<TokenReading> {
  if (token === null) return null;
  try {
    const { payload, protectedHeader } = await compactVerify(
      token,
      async ({ kid }) => {
        const key = keys.find((known) => known.kid === kid);
        if (key === undefined) throw new Error("entitlement: a token was signed with an unknown key");
        return importJWK({ kty: key.kty, crv: key.crv, x: key.x }, "Ed25519");
      },
      { algorithms: ["Ed25519"] },
    );
    if (protectedHeader.typ !== tokenType) return "forged";
    return claims.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    // Any error means that it is not one of ours.
    return "forged";
  }
}
