import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { CallDefinition } from "#src/api/define-call.ts";
import type { Tx } from "#server/db/tx.ts";
import { platformUuid } from "#server/db/acting.ts";
import type { Actor } from "./context.ts";
import { answer } from "./answer.ts";
import type { Answer } from "./answer.ts";

const keyShape = /^[\x21-\x7e]{8,200}$/;

/** Whether an Idempotency-Key header is one that we take: 8 to 200 visible ASCII characters. */
export function isIdempotencyKey(key: string): boolean {
  return keyShape.test(key);
}

/** What makes two requests the same: the call, and what was sent, whatever the order of its fields. */
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

/** A key with the request that it stands for, and whose it is. */
export interface Claim {
  readonly key: string;
  readonly call: string;
  readonly hash: Buffer;
  readonly actor: Actor | null;
  readonly now: Date;
}

function ownerOf({ actor, key }: Claim) {
  return { provider_uuid: actor?.providerUuid ?? platformUuid, user_uuid: actor?.userUuid ?? platformUuid, key };
}

/**
 * What this key was answered before: the first answer again, or 409 for another request. Null for a key that is new, or whose first request is
 * still at work. A call with slow work looks here before it begins: what it does outside is not done again by a late retry.
 */
export async function earlierAnswer(tx: Tx, claim: Claim): Promise<Answer | null> {
  const whose = ownerOf(claim);
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
 * Does `work` once for a key, in this transaction. The same key with the same request gets the first answer again; with another request,
 * or another call, 409. A second request that comes while the first is at work waits for it. A refusal takes back what the work did, and is an
 * answer like any other; a crash takes the key back too, so that a retry tries again.
 */
export async function once(tx: Tx, claim: Claim, work: () => Promise<Answer>): Promise<Answer> {
  const whose = ownerOf(claim);
  const mine = await tx
    .insertInto("idempotency_key")
    .values({ ...whose, call: claim.call, request_hash: claim.hash, created_at: claim.now })
    .onConflict((conflict) => conflict.columns(["provider_uuid", "user_uuid", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (mine === undefined) return (await earlierAnswer(tx, claim)) ?? answer("unavailable");
  const result = await takenBackWhenRefused(tx, work);
  await tx
    .updateTable("idempotency_key")
    .set({ http_status: result.status, answer: result.body })
    .where("provider_uuid", "=", whose.provider_uuid)
    .where("user_uuid", "=", whose.user_uuid)
    .where("key", "=", whose.key)
    .execute();
  return result;
}

/** Runs work and, where it was refused, undoes what it did within the transaction, which goes on. */
export async function takenBackWhenRefused(tx: Tx, work: () => Promise<Answer>): Promise<Answer> {
  await sql`savepoint work`.execute(tx);
  const result = await work();
  // Who acts is set within the transaction too, and goes back with the savepoint to what it was.
  if (result.name === "success") await sql`release savepoint work`.execute(tx);
  else await sql`rollback to savepoint work`.execute(tx);
  return result;
}
