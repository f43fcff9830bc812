import { sql } from "kysely";
import type { ReceiptBox, ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { mainImage } from "#server/goods/variants.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { moment } from "./receipts.queries.ts";

type Scope = Pick<ReceiptScope, "tx" | "providerUuid">;

/** All lines of a receipt with what they are of, by their number. A product that was merged since is what it is now: so its pieces are booked. */
export async function linesOf({ tx, providerUuid }: Scope, receiptUuid: string): Promise<ReceiptLine[]> {
  return tx
    .selectFrom("receipt_line as l")
    .innerJoin("variant as announced", (join) =>
      join.onRef("announced.provider_uuid", "=", "l.provider_uuid").onRef("announced.variant_uuid", "=", "l.variant_uuid"),
    )
    .innerJoin("variant as v", (join) =>
      join
        .onRef("v.provider_uuid", "=", "l.provider_uuid")
        .on((eb) => eb("v.variant_uuid", "=", eb.fn.coalesce("announced.merged_into_uuid", "announced.variant_uuid"))),
    )
    .innerJoin("product as p", (join) =>
      join.onRef("p.provider_uuid", "=", "v.provider_uuid").onRef("p.product_uuid", "=", "v.product_uuid"),
    )
    .select(["l.line_uuid", "l.line_number", "v.variant_uuid", "l.box_number", "l.lot", "l.remark", "l.expected"])
    .select(["l.put_away", "l.decided", "l.accepted", "v.sku", "v.keeps_lots", "v.keeps_expiry"])
    .select(["l.counted as number", "l.qualified as qualified_quantity", "l.unqualified as unqualified_quantity"])
    .select(["p.title", "v.title as variant_title", sql<string>`coalesce(l.expires_on::text, '')`.as("expires_on")])
    .select(mainImage("p").as("main_image"))
    .where("l.provider_uuid", "=", providerUuid)
    .where("l.receipt_uuid", "=", receiptUuid)
    .orderBy("l.line_number")
    .execute();
}

/** The boxes of a receipt, by their number. */
export async function boxesOf({ tx, providerUuid }: Scope, receiptUuid: string): Promise<ReceiptBox[]> {
  const boxes = await tx
    .selectFrom("receipt_box")
    .select(["box_number", "barcode", "arrived_at"])
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receiptUuid)
    .orderBy("box_number")
    .execute();
  return boxes.map(({ arrived_at, ...box }) => ({ ...box, arrived_at: moment(arrived_at) }));
}

/** A line among those that were read. @throws Error where it is not there: whoever asks has just written it */
export function lineIn(lines: readonly ReceiptLine[], lineUuid: string): ReceiptLine {
  const line = lines.find(({ line_uuid }) => line_uuid === lineUuid);
  if (line === undefined) throw new Error("receipts: a line is gone");
  return line;
}
