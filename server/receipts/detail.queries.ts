import { sql } from "kysely";
import { decisions } from "#src/receipts/receipts.contract.ts";
import type { InspectionRow, ReceiptDetail, ReceiptEventRow } from "#src/receipts/receipts.contract.ts";
import { receiptEvents, receiptStatuses } from "#src/receipts/receipts.machine.ts";
import { mostOfReceipt } from "#src/receipts/receipts.rules.ts";
import { boxesOf, linesOf } from "./lines.queries.ts";
import { receiptRowOf } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { tasksOfReceipt, usernameOf } from "./tasks.queries.ts";

/** One of the words that a column may hold, as its constraint says. */
function word<W extends string>(words: readonly W[], given: string): W | null {
  return words.find((one) => one === given) ?? null;
}

function inspectionRows({ tx, providerUuid }: Pick<ReceiptScope, "tx" | "providerUuid">) {
  return tx
    .selectFrom("inspection as i")
    .innerJoin("receipt_line as l", (join) =>
      join
        .onRef("l.provider_uuid", "=", "i.provider_uuid")
        .onRef("l.receipt_uuid", "=", "i.receipt_uuid")
        .onRef("l.line_uuid", "=", "i.line_uuid"),
    )
    .innerJoin("variant as v", (join) =>
      join.onRef("v.provider_uuid", "=", "l.provider_uuid").onRef("v.variant_uuid", "=", "l.variant_uuid"),
    )
    .select(["i.inspection_uuid", "i.line_uuid", "v.sku", "l.lot", "i.qualified_quantity", "i.unqualified_quantity", "i.reason", "i.at"])
    .select(["i.undone_at", usernameOf("i.inspected_by").as("inspected_by")])
    .where("i.provider_uuid", "=", providerUuid);
}

type InspectionFound = Awaited<ReturnType<ReturnType<typeof inspectionRows>["executeTakeFirstOrThrow"]>>;

function inspectionShown({ at, undone_at, ...row }: InspectionFound): InspectionRow {
  return { ...row, number: row.qualified_quantity + row.unqualified_quantity, at: at.toISOString(), is_undone: undone_at !== null };
}

/** One inspection. @throws Error where it is gone: whoever asks has just written it */
export async function inspectionOf(scope: Pick<ReceiptScope, "tx" | "providerUuid">, inspectionUuid: string): Promise<InspectionRow> {
  return inspectionShown(await inspectionRows(scope).where("i.inspection_uuid", "=", inspectionUuid).executeTakeFirstOrThrow());
}

async function inspectionsOf(scope: ReceiptScope, receiptUuid: string): Promise<InspectionRow[]> {
  const rows = await inspectionRows(scope)
    .where("i.receipt_uuid", "=", receiptUuid)
    .orderBy("i.inspection_uuid", "desc")
    .limit(mostOfReceipt)
    .execute();
  return rows.map(inspectionShown);
}

async function decisionsOf({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail["decisions"]> {
  const rows = await tx
    .selectFrom("unqualified_decision as d")
    .innerJoin("receipt_line as l", (join) =>
      join
        .onRef("l.provider_uuid", "=", "d.provider_uuid")
        .onRef("l.receipt_uuid", "=", "d.receipt_uuid")
        .onRef("l.line_uuid", "=", "d.line_uuid"),
    )
    .innerJoin("variant as v", (join) =>
      join.onRef("v.provider_uuid", "=", "l.provider_uuid").onRef("v.variant_uuid", "=", "l.variant_uuid"),
    )
    .select(["d.decision_uuid", "d.line_uuid", "v.sku", "d.decision", "d.quantity", "d.remark", "d.at"])
    .select(usernameOf("d.decided_by").as("decided_by"))
    .where("d.provider_uuid", "=", providerUuid)
    .where("d.receipt_uuid", "=", receiptUuid)
    .orderBy("d.decision_uuid")
    .execute();
  return rows.map(({ at, decision, ...row }) => ({ ...row, decision: word(decisions, decision) ?? "return", at: at.toISOString() }));
}

async function photosOf({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail["photos"]> {
  const rows = await tx
    .selectFrom("receipt_photo as p")
    .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "p.provider_uuid").onRef("f.file_uuid", "=", "p.file_uuid"))
    .select(["p.photo_uuid", "p.line_uuid", "p.at", sql<string>`f.file_uuid || '.' || f.extension`.as("filename")])
    .select(usernameOf("p.taken_by").as("taken_by"))
    .where("p.provider_uuid", "=", providerUuid)
    .where("p.receipt_uuid", "=", receiptUuid)
    .orderBy("p.photo_uuid")
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

async function eventsOf({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptEventRow[]> {
  const rows = await tx
    .selectFrom("receipt_event as e")
    .select(["e.event_uuid", "e.event", "e.from_status", "e.to_status", "e.at", usernameOf("e.user_uuid").as("username")])
    .select([
      sql<string>`coalesce(e.detail ->> 'reason', '')`.as("reason"),
      sql<number | null>`(e.detail ->> 'quantity')::integer`.as("quantity"),
    ])
    .where("e.provider_uuid", "=", providerUuid)
    .where("e.receipt_uuid", "=", receiptUuid)
    .orderBy("e.event_uuid", "desc")
    .limit(mostOfReceipt)
    .execute();
  return rows.map(({ at, event, from_status, to_status, ...row }) => ({
    ...row,
    event: word(receiptEvents, event) ?? "create",
    from_status: word(receiptStatuses, from_status) ?? "",
    to_status: word(receiptStatuses, to_status) ?? "",
    at: at.toISOString(),
  }));
}

/** A receipt with all of it; null where there is none for who asks. */
export async function receiptDetailOf(scope: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail | null> {
  const row = await receiptRowOf(scope, receiptUuid);
  if (row === null) return null;
  return {
    ...row,
    lines: await linesOf(scope, receiptUuid),
    boxes: await boxesOf(scope, receiptUuid),
    inspections: await inspectionsOf(scope, receiptUuid),
    decisions: await decisionsOf(scope, receiptUuid),
    photos: await photosOf(scope, receiptUuid),
    putaway: await tasksOfReceipt(scope, receiptUuid, mostOfReceipt),
    events: await eventsOf(scope, receiptUuid),
  };
}
