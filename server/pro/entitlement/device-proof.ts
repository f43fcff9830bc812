import { createHash, createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { CallAddress } from "#src/kit/api/address.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { devicePublicKey } from "#src/pro/entitlement/entitlement.contract.ts";
import { proofToleranceMs } from "#src/pro/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { nameBucket, countAgainst } from "#server/platform/http/rate-limits.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** RFC 9449, 4.2. Strict: neither a `crit` nor a private key is accepted. */
const proofHeader = z.strictObject({ typ: z.literal("dpop+jwt"), alg: z.literal("ES256"), jwk: devicePublicKey });
const proofPayload = z.object({ htm: z.string(), htu: z.string(), iat: z.int(), jti: z.string().min(1).max(200) });

/*
 * Uses the synchronous `node:crypto` instead of jose, which goes through the thread pool four times per proof and there waits behind file writes.
 * The tests create their proofs with jose.
 */

/** Returns the thumbprint of a device's key (RFC 7638, 3.2: its required members in this order, without spaces). */
export function computeThumbprint({ crv, kty, x, y }: z.output<typeof devicePublicKey>): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}

/** A compact JWS (RFC 7515, 7.1): three parts in base64url, none of them empty. */
const compactShape = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

function decodeJson(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}

/** A verified proof: the key, and `jti`, which identifies the proof among those of its key (RFC 9449, 4.2). */
interface Proven {
  /** of the signing key */
  readonly thumbprint: string;
  readonly jti: string;
}

/** Parses a proof if it is signed by the key that it contains; otherwise null. */
function opened(proof: string): { thumbprint: string; payload: z.output<typeof proofPayload> } | null {
  const [, header = "", payload = "", signature = ""] = compactShape.exec(proof) ?? [];
  try {
    const { jwk } = proofHeader.parse(decodeJson(header));
    const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
    // RFC 7518, 3.4: ES256 is SHA-256, and the signature is two concatenated 32-byte numbers.
    const isSigned = verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
    return isSigned ? { thumbprint: computeThumbprint(jwk), payload: proofPayload.parse(decodeJson(payload)) } : null;
  } catch {
    // the same result for every reason: details would only help a forger
    return null;
  }
}

/**
 * Checks a DPoP proof (RFC 9449): signed by the key that it contains, for this call, at about this time. Reusing a proof does no harm if the result is
 * bound to the key; otherwise see `withinFirstUse`.
 *
 * @param call the call that the proof must be for; `htu` is its path with the prefix, because the server may have several names
 * @returns `entitlement.clockWrong` if only the time is wrong
 */
export function checkProof(proof: string, { method, path }: Pick<CallAddress, "method" | "path">, now: Date): Result<Proven, RefusalName> {
  const read = opened(proof);
  if (read === null) return refuse("entitlement.proofWrong");
  const { thumbprint, payload } = read;
  if (payload.htm !== method || payload.htu !== apiPrefix + path) return refuse("entitlement.proofWrong");
  const isTimely = Math.abs(payload.iat * 1000 - now.getTime()) <= proofToleranceMs;
  return isTimely ? ok({ thumbprint, jti: payload.jti }) : refuse("entitlement.clockWrong");
}

/** How long a proof can be accepted: its time may be off by the tolerance in both directions. */
const acceptedMs = 2 * proofToleranceMs;

/**
 * Records the use of a proof for as long as it would be accepted. Counters have windows that begin at fixed times, so there are two, offset by half a
 * window: at the border of one the other still rejects the proof.
 * @returns whether it was not used before. The caller must act as `anonymous`.
 */
export async function withinFirstUse(tx: Tx, { thumbprint, jti }: Proven, now: Date): Promise<boolean> {
  const windowMs = 2 * acceptedMs;
  const used = (half: string) => nameBucket(`entitlement.proof ${half}`, `${thumbprint} ${jti}`);
  const isFirst = await countAgainst(tx, used("even"), 1, windowMs, now);
  const isFirstShifted = await countAgainst(tx, used("odd"), 1, windowMs, new Date(now.getTime() + acceptedMs));
  return isFirst && isFirstShifted;
}
