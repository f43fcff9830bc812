import { sql } from "kysely";
import { decisions } from "#src/warehouse/receipts/receipts.contract.ts";
import type { InspectionRow, ReceiptDetail, ReceiptEventRow } from "#src/warehouse/receipts/receipts.contract.ts";
import { receiptEvents, receiptStatuses } from "#src/warehouse/receipts/receipts.machine.ts";
import { mostOfReceipt } from "#src/warehouse/receipts/receipts.rules.ts";
import { selectName, withNames } from "#server/platform/db/limit-first.ts";
import { listBoxes, listLines } from "./lines.queries.ts";
import { findReceiptRow } from "./receipts.queries.ts";
import type { ReceiptScope } from "./receipt-scope.ts";
import { listReceiptTasks, selectColleagueName } from "./put-away/tasks.queries.ts";

/** Narrows a column's value to the words that its constraint allows. */
function toWord<W extends string>(words: readonly W[], given: string): W | null {
  return words.find((one) => one === given) ?? null;
}

function selectInspections({ tx, providerUuid }: Pick<ReceiptScope, "tx" | "providerUuid">, receiptUuid: string) {
  const inspectors = sql`select inspected_by from inspection where provider_uuid = ${providerUuid} and receipt_uuid = ${receiptUuid}`;
  return withNames(tx, inspectors)
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
    .select(["i.undone_at", selectName("i.inspected_by").as("inspected_by")])
    .where("i.provider_uuid", "=", providerUuid)
    .where("i.receipt_uuid", "=", receiptUuid);
}

type FoundInspection = Awaited<ReturnType<ReturnType<typeof selectInspections>["executeTakeFirstOrThrow"]>>;

function toInspectionRow({ at, undone_at, ...row }: FoundInspection): InspectionRow {
  return { ...row, number: row.qualified_quantity + row.unqualified_quantity, at: at.toISOString(), is_undone: undone_at !== null };
}

async function listInspections(scope: ReceiptScope, receiptUuid: string): Promise<InspectionRow[]> {
  const rows = await selectInspections(scope, receiptUuid).orderBy("i.inspection_uuid", "desc").limit(mostOfReceipt).execute();
  return rows.map(toInspectionRow);
}

async function listDecisions({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail["decisions"]> {
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
    .select(selectColleagueName("d.decided_by").as("decided_by"))
    .where("d.provider_uuid", "=", providerUuid)
    .where("d.receipt_uuid", "=", receiptUuid)
    .orderBy("d.decision_uuid")
    .execute();
  return rows.map(({ at, decision, ...row }) => ({ ...row, decision: toWord(decisions, decision) ?? "return", at: at.toISOString() }));
}

async function listPhotos({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail["photos"]> {
  const rows = await tx
    .selectFrom("receipt_photo as p")
    .innerJoin("file as f", (join) => join.onRef("f.provider_uuid", "=", "p.provider_uuid").onRef("f.file_uuid", "=", "p.file_uuid"))
    .select(["p.photo_uuid", "p.line_uuid", "p.at", sql<string>`f.file_uuid || '.' || f.extension`.as("filename")])
    .select(selectColleagueName("p.taken_by").as("taken_by"))
    .where("p.provider_uuid", "=", providerUuid)
    .where("p.receipt_uuid", "=", receiptUuid)
    .orderBy("p.photo_uuid")
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

async function listEvents({ tx, providerUuid }: ReceiptScope, receiptUuid: string): Promise<ReceiptEventRow[]> {
  const rows = await tx
    .selectFrom("receipt_event as e")
    .select(["e.event_uuid", "e.event", "e.from_status", "e.to_status", "e.at", selectColleagueName("e.user_uuid").as("username")])
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
    event: toWord(receiptEvents, event) ?? "create",
    from_status: toWord(receiptStatuses, from_status) ?? "",
    to_status: toWord(receiptStatuses, to_status) ?? "",
    at: at.toISOString(),
  }));
}

/** Returns a receipt with its lines, boxes and history; null if the caller may not see it. Its statements are sent together, in one round trip. */
export async function findReceiptDetail(scope: ReceiptScope, receiptUuid: string): Promise<ReceiptDetail | null> {
  const [row, lines, boxes, inspections, decided, photos, putaway, events] = await Promise.all([
    findReceiptRow(scope, receiptUuid),
    listLines(scope, receiptUuid),
    listBoxes(scope, receiptUuid),
    listInspections(scope, receiptUuid),
    listDecisions(scope, receiptUuid),
    listPhotos(scope, receiptUuid),
    listReceiptTasks(scope, receiptUuid, mostOfReceipt),
    listEvents(scope, receiptUuid),
  ]);
  return row === null ? null : { ...row, lines, boxes, inspections, decisions: decided, photos, putaway, events };
}
