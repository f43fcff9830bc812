import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Box, createBox, updateBox } from "#src/outbound/packing/boxes.contract.ts";
import { mostBoxes } from "#src/outbound/packing/packing.rules.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { boxColumns, toBox } from "./boxes.queries.ts";

async function refuseTakenName<T>(work: () => Promise<T>): Promise<Result<T, "packing.boxNameTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "box_type_name_key") return refuse("packing.boxNameTaken");
    throw error;
  }
}

/** Creates a box or consumable. */
export async function insertBox(
  { tx, providerUuid, now }: Pick<OrderScope, "tx" | "providerUuid" | "now">,
  input: ParsedInputOf<typeof createBox>,
): Promise<Result<Box, RefusalName>> {
  // Serialized, so that two concurrent calls cannot both create the last allowed one.
  await sql`select pg_advisory_xact_lock(hashtext('packing.create-box'), hashtext(${providerUuid}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*) as count from box_type where provider_uuid = ${providerUuid}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= mostBoxes) return refuse("packing.tooManyBoxes");
  const added = await refuseTakenName(() =>
    tx
      .insertInto("box_type")
      .values({ provider_uuid: providerUuid, box_uuid: newId(), ...input, created_at: now })
      .returning(boxColumns)
      .executeTakeFirstOrThrow(),
  );
  return added.ok ? ok(toBox(added.value)) : added;
}

/** Changes a box or consumable. */
export async function changeBox(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  { box_uuid, version, ...fields }: ParsedInputOf<typeof updateBox>,
): Promise<Result<Box, RefusalName>> {
  const before = await tx
    .selectFrom("box_type")
    .select("version")
    .where("provider_uuid", "=", providerUuid)
    .where("box_uuid", "=", box_uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) return refuse("notFound");
  if (before.version !== version) return refuse("changedMeanwhile");
  const saved = await refuseTakenName(() =>
    tx
      .updateTable("box_type")
      .set({ ...fields, version: version + 1 })
      .where("provider_uuid", "=", providerUuid)
      .where("box_uuid", "=", box_uuid)
      .returning(boxColumns)
      .executeTakeFirstOrThrow(),
  );
  return saved.ok ? ok(toBox(saved.value)) : saved;
}
