import { sql } from "kysely";
import { z } from "zod";
import { refusedRow } from "#src/kit/api/batch.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import { ok } from "#src/kit/lib/result.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { Actor, BatchWork, CallContext, Implementation } from "./context.ts";
import { completeClaim, openClaim } from "./idempotency.ts";
import type { Claim } from "./idempotency.ts";
import { Answered, accepted, enter, refused, settled, toActing, toClaim } from "./request-steps.ts";
import type { Incoming, Outcome } from "./request-steps.ts";

/** Converts a refusal to the entry of a batch's row. */
export function toRefusedRow(orderId: string, refusal: RefusalName): RefusedRow {
  const { code, en_us, zh_cn } = codes[refusal];
  return { order_id: orderId, code, message: { en_us, zh_cn } };
}

interface Planned {
  readonly actor: Actor;
  readonly input: unknown;
  readonly items: readonly unknown[];
  readonly claim: Claim | null;
}

/** What the whole batch is, before anything is done: its actor, its rows in the order of the sets, its key. A foreign row refuses all of it. */
async function plan(implementation: Implementation, work: BatchWork, incoming: Incoming): Promise<Planned> {
  return incoming.services.database.begin(async (tx) => {
    const actor = await enter(tx, implementation, incoming);
    if (actor === null) throw refused("notSignedIn");
    const input = accepted(implementation, incoming, actor);
    const claim = toClaim(implementation, incoming, actor, input);
    const earlier = claim === null ? null : await openClaim(tx, claim);
    if (earlier !== null) throw new Answered(earlier);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's work; its schema has parsed the input
    const planned = await work.plan(input as never, { ...incoming, actor, acting: toActing(actor), tx } as never);
    if (!planned.ok) throw refused(planned.problem);
    return { actor, input, items: planned.value, claim };
  });
}

/** Returns what a set did under this key before; null if it was not done. The key's set is locked, so that a repeat waits for the first request. */
async function findSetDone(tx: Tx, { actor, key }: Claim, setNumber: number): Promise<RefusedRow[] | null> {
  const whose = [actor?.providerUuid, actor?.userUuid, key, setNumber].join("/");
  await sql`select pg_advisory_xact_lock(hashtextextended(${whose}, 1))`.execute(tx);
  const done = await tx
    .selectFrom("batch_set")
    .select("refused")
    .where("provider_uuid", "=", actor?.providerUuid ?? "")
    .where("user_uuid", "=", actor?.userUuid ?? "")
    .where("key", "=", key)
    .where("set_number", "=", setNumber)
    .executeTakeFirst();
  return done === undefined ? null : z.array(refusedRow).parse(done.refused);
}

/** Runs a set in a transaction of its own, once for the request's key. */
async function runSet(
  implementation: Implementation,
  work: BatchWork,
  incoming: Incoming,
  { actor, input, claim }: Planned,
  { items, setNumber }: { readonly items: readonly unknown[]; readonly setNumber: number },
): Promise<readonly RefusedRow[]> {
  return incoming.services.database.begin(async (tx) => {
    // Once more: the session may have ended between two sets.
    await enter(tx, implementation, incoming);
    const done = claim === null ? null : await findSetDone(tx, claim, setNumber);
    if (done !== null) return done;
    const context: CallContext = { ...incoming, actor, acting: toActing(actor), tx };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this call's work, with what it planned itself
    const failed = await work.runSet(items as never, input as never, context as never);
    if (claim !== null)
      await tx
        .insertInto("batch_set")
        .values({
          provider_uuid: actor.providerUuid ?? "",
          user_uuid: actor.userUuid,
          key: claim.key,
          set_number: setNumber,
          refused: JSON.stringify(failed),
          created_at: incoming.now,
        })
        .execute();
    return failed;
  });
}

/**
 * Answers a call over many rows. The whole call is refused if a row is not the caller's; after that each set of rows is one transaction, what can be done
 * is done, and the answer lists the rows that were refused. A repeat with the same key resumes: the sets that were done answer as before.
 * @throws bugs and errors of the database; the sets before are done, and a repeat goes on
 */
export async function performBatch(implementation: Implementation, incoming: Incoming): Promise<Outcome> {
  const { batch: work } = implementation;
  if (work === null) throw new Error(`${implementation.call.name}: a batch without its work`);
  const planned = await plan(implementation, work, incoming);
  const failed: RefusedRow[] = [];
  for (let from = 0, setNumber = 1; from < planned.items.length; from += work.setSize, setNumber += 1) {
    const items = planned.items.slice(from, from + work.setSize);
    failed.push(...(await runSet(implementation, work, incoming, planned, { items, setNumber })));
  }
  const given = settled(implementation, ok({ done: planned.items.length - failed.length, failed }));
  const { claim, actor } = planned;
  if (claim !== null)
    await incoming.services.database.begin(async (tx) => {
      await enter(tx, implementation, incoming);
      await completeClaim(tx, claim, given);
    });
  return { answer: given, actor };
}
