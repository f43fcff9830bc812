import { sql } from "kysely";
import { seeAllWarehouses } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";

/** Who writes, for which provider, and when. */
export interface GoodsContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

/** A variant that is locked until the end of the transaction. */
export interface LockedVariant {
  variant_uuid: string;
  product_uuid: string;
  owner_uuid: string;
  sku: string;
  keeps_lots: boolean;
  keeps_expiry: boolean;
  is_bundle: boolean;
  is_archived: boolean;
  version: number;
}

function wantedVariants(tx: Tx, providerUuid: string, variantUuids: readonly string[]) {
  return tx
    .selectFrom("variant")
    .select(["variant_uuid", "product_uuid", "owner_uuid", "sku", "keeps_lots", "keeps_expiry", "is_bundle", "is_archived", "version"])
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "in", variantUuids)
    .where("merged_into_uuid", "is", null)
    .orderBy("variant_uuid");
}

/**
 * Locks variants against changes and new references, in the order of their ids, so that two transactions cannot deadlock.
 * @param isHeld false to read them without locks
 * @returns all of them; null if one is missing, merged, or not visible to the transaction
 */
export async function lockVariants(
  tx: Tx,
  providerUuid: string,
  variantUuids: readonly string[],
  isHeld = true,
): Promise<LockedVariant[] | null> {
  const wanted = [...new Set(variantUuids.map((uuid) => uuid.toLowerCase()))];
  if (wanted.length === 0) return [];
  const query = wantedVariants(tx, providerUuid, wanted);
  const held = await (isHeld ? query.forUpdate() : query).execute();
  return held.length === wanted.length ? held : null;
}

/** Locks one variant; null if there is none. */
export async function lockVariant(tx: Tx, providerUuid: string, variantUuid: string): Promise<LockedVariant | null> {
  const [held] = (await lockVariants(tx, providerUuid, [variantUuid])) ?? [];
  return held ?? null;
}

/** A variant that does not change until the end of the transaction. */
export interface SharedVariant {
  variant_uuid: string;
  is_bundle: boolean;
  keeps_lots: boolean;
  keeps_expiry: boolean;
}

/**
 * Reads variants again and locks them in share mode: until the end of the transaction nobody merges them, makes bundles of them or changes their lot
 * tracking. One statement for any number of variants, in lock order.
 * @returns the variants by id; those merged, or not visible to the transaction, are missing
 */
export async function shareLockVariants(
  tx: Tx,
  providerUuid: string,
  variantUuids: readonly string[],
): Promise<Map<string, SharedVariant>> {
  const rows = await tx
    .selectFrom("variant")
    .select(["variant_uuid", "is_bundle", "keeps_lots", "keeps_expiry"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`variant_uuid = any (${[...new Set(variantUuids)]}::uuid[])`)
    .where("merged_into_uuid", "is", null)
    .orderBy("variant_uuid")
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.variant_uuid, row]));
}

/** Whether a variant has pieces in any warehouse, whichever the caller is bound to. Lock it first, so that no new ones are posted. */
export async function hasStock(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<boolean> {
  const stored = tx
    .selectFrom("stock_balance")
    .select("variant_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "in", variantUuids)
    .where("quantity", ">", 0)
    .limit(1);
  return (await seeAllWarehouses(tx, () => stored.executeTakeFirst())) !== undefined;
}

/** Whether an open receipt announces one of the variants. */
export async function hasIncoming(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<boolean> {
  return (await listExpected(tx, providerUuid, variantUuids)).size > 0;
}

/** Returns the variants that open receipts of any warehouse announce. */
export async function listExpected(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<Set<string>> {
  const expected = tx
    .selectFrom("receipt_line as l")
    .innerJoin("receipt as r", (join) =>
      join.onRef("r.provider_uuid", "=", "l.provider_uuid").onRef("r.receipt_uuid", "=", "l.receipt_uuid"),
    )
    .select("l.variant_uuid")
    .distinct()
    .where("l.provider_uuid", "=", providerUuid)
    .where("l.variant_uuid", "in", variantUuids)
    .where("r.status", "not in", ["completed", "closed_short", "cancelled"]);
  const found = await seeAllWarehouses(tx, () => expected.execute());
  return new Set(found.map(({ variant_uuid }) => variant_uuid));
}
