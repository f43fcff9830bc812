import { sql } from "kysely";
import type { Tx } from "#server/db/tx.ts";

/** What is written for whom, and when. */
export interface GoodsContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

/** A variant that is held until the end of the transaction. */
export interface HeldVariant {
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
 * Holds variants, so that nobody else changes them, and nobody begins to refer to one. In the order of their ids, so that two never wait for each
 * other in a ring.
 * @param isHeld false: only looked at
 * @returns them all, or null where one is missing, merged, or not for whom the transaction acts
 */
export async function holdVariants(
  tx: Tx,
  providerUuid: string,
  variantUuids: readonly string[],
  isHeld = true,
): Promise<HeldVariant[] | null> {
  const wanted = [...new Set(variantUuids.map((uuid) => uuid.toLowerCase()))];
  if (wanted.length === 0) return [];
  const query = wantedVariants(tx, providerUuid, wanted);
  const held = await (isHeld ? query.forUpdate() : query).execute();
  return held.length === wanted.length ? held : null;
}

/** Holds one variant; null where there is none. */
export async function holdVariant(tx: Tx, providerUuid: string, variantUuid: string): Promise<HeldVariant | null> {
  const [held] = (await holdVariants(tx, providerUuid, [variantUuid])) ?? [];
  return held ?? null;
}

/** A variant that stays what it is until the end of the transaction. */
export interface KeptVariant {
  variant_uuid: string;
  is_bundle: boolean;
  keeps_lots: boolean;
}

/**
 * Looks at variants again, and keeps others from merging them, making bundles of them or changing whether they keep lots until the end of the
 * transaction. Any number of them, one statement, in the order in which they are held.
 * @returns by their ids; what is merged, or not for whom the transaction acts, is missing
 */
export async function keepVariants(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<Map<string, KeptVariant>> {
  const rows = await tx
    .selectFrom("variant")
    .select(["variant_uuid", "is_bundle", "keeps_lots"])
    .where("provider_uuid", "=", providerUuid)
    .where(sql<boolean>`variant_uuid = any (${[...new Set(variantUuids)]}::uuid[])`)
    .where("merged_into_uuid", "is", null)
    .orderBy("variant_uuid")
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.variant_uuid, row]));
}

/** Whether there are pieces of a variant anywhere. Hold it: new ones wait then. */
export async function hasStock(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<boolean> {
  const found = await tx
    .selectFrom("stock_balance")
    .select("variant_uuid")
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "in", variantUuids)
    .where("quantity", ">", 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a receipt on its way announces one of the variants. */
export async function hasIncoming(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<boolean> {
  return (await listExpected(tx, providerUuid, variantUuids)).size > 0;
}

/** The variants that receipts on their way announce. */
export async function listExpected(tx: Tx, providerUuid: string, variantUuids: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .selectFrom("receipt_line as l")
    .innerJoin("receipt as r", (join) =>
      join.onRef("r.provider_uuid", "=", "l.provider_uuid").onRef("r.receipt_uuid", "=", "l.receipt_uuid"),
    )
    .select("l.variant_uuid")
    .distinct()
    .where("l.provider_uuid", "=", providerUuid)
    .where("l.variant_uuid", "in", variantUuids)
    .where("r.status", "not in", ["completed", "closed_short", "cancelled"])
    .execute();
  return new Set(found.map(({ variant_uuid }) => variant_uuid));
}
