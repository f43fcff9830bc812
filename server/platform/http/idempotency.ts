import { createHash } from "node:crypto";
import type { CallDefinition } from "#src/kit/api/define-call.ts";
import { rollBackTo, setSavepoint } from "#server/platform/db/connection.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { platformUuid } from "#server/platform/db/row-security.ts";
import type { Actor } from "./context.ts";
import { answer } from "./answer.ts";
import type { Answer } from "./answer.ts";

const keyShape = /^[\x21-\x7e]{8,200}$/;

/** Whether an Idempotency-Key header is valid: 8 to 200 visible ASCII characters. */
export function isIdempotencyKey(key: string): boolean {
  return keyShape.test(key);
}

/** Hashes what makes two requests the same: the call and its input, whatever the order of its fields. */
export function requestHash(call: Pick<CallDefinition, "name">, input: unknown, uploads: readonly { bytes: Uint8Array }[]): Buffer {
  const hash = createHash("sha256").update(call.name).update("\0").update(stable(input));
  for (const { bytes } of uploads) hash.update("\0").update(createHash("sha256").update(bytes).digest());
  return hash.digest();
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** A key with its request and its owner. */
export interface Claim {
  readonly key: string;
  readonly call: string;
  readonly hash: Buffer;
  readonly actor: Actor | null;
  readonly now: Date;
}

function getOwner({ actor, key }: Claim) {
  return { provider_uuid: actor?.providerUuid ?? platformUuid, user_uuid: actor?.userUuid ?? platformUuid, key };
}

/**
 * Returns what this key was answered before: the first answer again, or 409 for another request. Null if the key is new, or its first request is
 * still running. A call with slow work checks this before it begins, so that a late retry does not repeat its side effects.
 */
export async function findEarlierAnswer(tx: Tx, claim: Claim): Promise<Answer | null> {
  const whose = getOwner(claim);
  const first = await tx
    .selectFrom("idempotency_key")
    .select(["call", "request_hash", "http_status", "answer"])
    .where("provider_uuid", "=", whose.provider_uuid)
    .where("user_uuid", "=", whose.user_uuid)
    .where("key", "=", whose.key)
    .executeTakeFirst();
  if (first === undefined || first.answer === null || first.http_status === null) return null;
  if (first.call !== claim.call || !first.request_hash.equals(claim.hash)) return answer("idempotencyConflict");
  return { status: first.http_status, name: "success", body: first.answer };
}

/**
 * Runs `work` once for a key, in this transaction. The same key with the same request gets the first answer again; with another request, or another
 * call, 409. A second request that arrives while the first is running waits for it. A refusal rolls back the work, and is an answer like any other;
 * a crash rolls back the key too, so that a retry runs again.
 */
export async function answerOnce(tx: Tx, claim: Claim, work: () => Promise<Answer>): Promise<Answer> {
  const whose = getOwner(claim);
  const mine = await tx
    .insertInto("idempotency_key")
    .values({ ...whose, call: claim.call, request_hash: claim.hash, created_at: claim.now })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "user_uuid", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (mine === undefined) return (await findEarlierAnswer(tx, claim)) ?? answer("unavailable");
  const result = await rollBackIfRefused(tx, work);
  await completeClaim(tx, claim, result);
  return result;
}

/**
 * Opens the key of a request that works in several transactions, or finds it open.
 * @returns the first answer, if the key has one; 409 for another request; null if the work begins or resumes
 */
export async function openClaim(tx: Tx, claim: Claim): Promise<Answer | null> {
  const whose = getOwner(claim);
  await tx
    .insertInto("idempotency_key")
    .values({ ...whose, call: claim.call, request_hash: claim.hash, created_at: claim.now })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "user_uuid", "key"]).doNothing())
    .execute();
  const first = await tx
    .selectFrom("idempotency_key")
    .select(["call", "request_hash"])
    .where("provider_uuid", "=", whose.provider_uuid)
    .where("user_uuid", "=", whose.user_uuid)
    .where("key", "=", whose.key)
    .executeTakeFirstOrThrow();
  if (first.call !== claim.call || !first.request_hash.equals(claim.hash)) return answer("idempotencyConflict");
  return findEarlierAnswer(tx, claim);
}

/** Stores the answer of a key that `openClaim` opened. */
export async function completeClaim(tx: Tx, claim: Claim, given: Answer): Promise<void> {
  const whose = getOwner(claim);
  await tx
    .updateTable("idempotency_key")
    .set({ http_status: given.status, answer: given.body })
    .where("provider_uuid", "=", whose.provider_uuid)
    .where("user_uuid", "=", whose.user_uuid)
    .where("key", "=", whose.key)
    .execute();
}

/** Runs work and rolls it back if it was refused; the transaction goes on. */
export async function rollBackIfRefused(tx: Tx, work: () => Promise<Answer>): Promise<Answer> {
  setSavepoint(tx, "work");
  const result = await work();
  // Who acts is set within the transaction too, and the savepoint restores it. Nobody needs to release it: the commit does.
  if (result.name !== "success") await rollBackTo(tx, "work");
  return result;
}
