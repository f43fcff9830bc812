import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { seeAllWarehouses } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { LockedVariant } from "./lock-variants.commands.ts";

export type MergeRefusal =
  | "goods.mergeItself"
  | "goods.mergeOwners"
  | "goods.mergeKinds"
  | "goods.mergeExpiry"
  | "goods.mergeReceipts"
  | "goods.mergeReserved"
  | "goods.mergeCounted"
  | "goods.mergeElsewhere";

/** The variants to merge. */
export interface MergePair {
  readonly from: readonly LockedVariant[];
  readonly into: LockedVariant;
}

/** Counts of what references the variants that are merged away. */
interface MergeFacts {
  pieces: number;
  balances: number;
  barcodes: number;
  bundles: number;
  receipt_lines: number;
  /** lines of receipts being worked on, open reservations, lines of open stocktakes, lots with two different expiry days */
  working: number;
  reserved: number;
  counted: number;
  lots: number;
  /** whether something of that is in warehouses that the caller is not bound to */
  is_elsewhere: boolean;
}

const openCounts = sql`('draft', 'counting', 'recount')`;
const workedOn = sql`('confirmed', 'arrived', 'inspecting', 'putting_away')`;
const notYet = sql`('draft', 'submitted')`;

/** A receipt closed short expects nothing more, but its counted pieces are still put away and decided about. */
const stillWorkedOn = sql`(r.status in ${workedOn}
  or r.status = 'closed_short' and (l.qualified + l.accepted > l.put_away or l.unqualified > l.decided))`;

type MergeFigures = Omit<MergeFacts, "is_elsewhere">;

/** Reads the figures of a merge, in one statement: of the warehouses that the transaction is bound to. */
async function readFigures(tx: Tx, providerUuid: string, { from, into }: MergePair): Promise<MergeFigures> {
  const uuids = from.map(({ variant_uuid }) => variant_uuid);
  const lines = (isCounted: typeof notYet) => sql`(select count(*) from receipt_line l
    join receipt r on r.provider_uuid = l.provider_uuid and r.receipt_uuid = l.receipt_uuid
    where l.provider_uuid = ${providerUuid} and l.variant_uuid = any (${uuids}::uuid[]) and ${isCounted})`;
  const { rows } = await sql<MergeFigures>`
    select
      (select coalesce(sum(quantity), 0) from stock_balance
        where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[])) as pieces,
      (select count(*) from stock_balance
        where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[]) and quantity > 0) as balances,
      (select count(distinct barcode) from sku_barcode
        where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[])) as barcodes,
      (select count(distinct bundle_uuid) from bundle_component
        where provider_uuid = ${providerUuid} and component_uuid = any (${uuids}::uuid[])) as bundles,
      ${lines(sql`r.status in ${notYet}`)} as receipt_lines,
      ${lines(stillWorkedOn)} as working,
      (select count(*) from reservation
        where provider_uuid = ${providerUuid} and variant_uuid = any (${uuids}::uuid[]) and status = 'open') as reserved,
      (select count(*) from stocktake_line l
        join stocktake s on s.provider_uuid = l.provider_uuid and s.stocktake_uuid = l.stocktake_uuid
        where l.provider_uuid = ${providerUuid} and l.variant_uuid = any (${uuids}::uuid[]) and s.status in ${openCounts}) as counted,
      (select count(*) from (
        select from lot where provider_uuid = ${providerUuid} and variant_uuid = any (${[...uuids, into.variant_uuid]}::uuid[])
          group by lot.lot having count(distinct coalesce(expires_on, 'infinity')) > 1) differing) as lots`.execute(tx);
  const [facts] = rows;
  if (facts === undefined) throw new Error("goods: the figures of a merge are missing");
  return facts;
}

/** Reads the figures of a merge, of the caller's warehouses; a merge would change those of all. */
export async function mergeFacts(tx: Tx, providerUuid: string, pair: MergePair): Promise<MergeFacts> {
  const seen = await readFigures(tx, providerUuid, pair);
  const all = await seeAllWarehouses(tx, () => readFigures(tx, providerUuid, pair));
  return { ...seen, is_elsewhere: !isDeepStrictEqual(seen, all) };
}

/** Returns everything that blocks a merge. */
export function mergeRefusals({ from, into }: MergePair, facts: MergeFacts): MergeRefusal[] {
  const differs = (one: LockedVariant) =>
    one.is_bundle !== into.is_bundle || one.keeps_lots !== into.keeps_lots || one.keeps_expiry !== into.keeps_expiry;
  const found: [boolean, MergeRefusal][] = [
    [from.length === 0 || from.some(({ variant_uuid }) => variant_uuid === into.variant_uuid), "goods.mergeItself"],
    [from.some(({ owner_uuid }) => owner_uuid !== into.owner_uuid), "goods.mergeOwners"],
    [from.some(differs), "goods.mergeKinds"],
    [facts.lots > 0, "goods.mergeExpiry"],
    [facts.working > 0, "goods.mergeReceipts"],
    [facts.reserved > 0, "goods.mergeReserved"],
    [facts.counted > 0, "goods.mergeCounted"],
    [facts.is_elsewhere, "goods.mergeElsewhere"],
  ];
  return found.filter(([isThere]) => isThere).map(([, refusal]) => refusal);
}
