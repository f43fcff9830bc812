import { sql } from "kysely";
import { templates } from "#src/kit/files/templates.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { recordTracks as recordTracksCall } from "#src/outbound/waybills/waybills.contract.ts";
import { mostNumberLength, recordedTracks } from "#src/outbound/waybills/waybills.rules.ts";
import type { WaybillTrackingStatus } from "#src/outbound/waybills/waybills.rules.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { readChoice, readDay, readText } from "#server/warehouse/imports/import-cell-validation.ts";
import { importKind } from "#server/warehouse/imports/import-kind.ts";
import type { Checked, ImportScope, PreparedRow, SheetRow } from "#server/warehouse/imports/import-kind.ts";
import { ImportRowReader } from "#server/warehouse/imports/import-row-reader.ts";
import { toOrderScope } from "../orders/import/check-order-rows.queries.ts";
import { findRecordRefusal, recordTracks } from "./record-track.commands.ts";
import type { TrackRecord } from "./record-track.commands.ts";

const template = templates["tracks"];
if (template === undefined) throw new Error("waybills: the template of tracks is missing");

interface Found {
  readonly number: string;
  readonly waybill_uuid: string;
  readonly is_by_hand: boolean;
  readonly tracking_status: WaybillTrackingStatus;
  readonly handed_over_at: Date | null;
}

/** Reads the waybills of numbers, which may be the last mile's; a number that several have is none of theirs. */
async function findByNumber(tx: Tx, providerUuid: string, numbers: readonly string[]): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select n.number, w.waybill_uuid, w.carrier_account_uuid is null as is_by_hand, w.tracking_status, w.handed_over_at
    from unnest(${[...new Set(numbers)]}::text[]) as n (number)
      cross join lateral (
        select * from waybill a where a.provider_uuid = ${providerUuid} and a.waybill_number = n.number and a.waybill_number <> '' and a.status = 'issued'
        union select * from waybill b where b.provider_uuid = ${providerUuid} and b.tracking_number = n.number and b.tracking_number <> '' and b.status = 'issued'
      ) w`.execute(tx);
  const byNumber = Map.groupBy(rows, ({ number }) => number);
  return new Map(
    [...byNumber].flatMap(([number, [first, ...others]]) => (first === undefined || others.length > 0 ? [] : [[number, first]])),
  );
}

async function check(tx: Tx, { providerUuid, now }: ImportScope, rows: readonly SheetRow[]): Promise<Checked<TrackRecord>> {
  const readers = rows.map((row) => ({ number: row.number, reader: new ImportRowReader(row) }));
  const found = await findByNumber(
    tx,
    providerUuid,
    readers.map(({ reader }) => reader.getText("number")),
  );
  const prepared: PreparedRow<TrackRecord>[] = [];
  const seen = new Set<string>();
  for (const { number, reader } of readers) {
    reader.read("number", (text) => readText(text, mostNumberLength));
    const status = reader.read("status", (text) => readChoice(text, recordedTracks));
    const on = reader.read("day", readDay);
    const note = reader.read("remark", (text) => readText(text, 200)) ?? "";
    const waybill = found.get(reader.getText("number"));
    if (waybill === undefined) reader.addProblem("number", "waybills.numberUnknown");
    else if (seen.has(waybill.waybill_uuid)) reader.addProblem("number", "imports.duplicateRow");
    else if (status !== null && reader.problems.length === 0) {
      const handedOverAt = waybill.handed_over_at?.toISOString() ?? "";
      const refusal = findRecordRefusal({ ...waybill, handed_over_at: handedOverAt }, { status, on }, now);
      if (refusal !== null) reader.addProblem(refusal === "orders.receivedWrongDay" ? "day" : "number", refusal);
      else prepared.push({ number, row: { waybill_uuid: waybill.waybill_uuid, status, on, note } });
    }
    if (waybill !== undefined) seen.add(waybill.waybill_uuid);
  }
  return { problems: readers.flatMap(({ reader }) => reader.problems), prepared };
}

async function post(
  tx: Tx,
  scope: ImportScope,
  prepared: readonly PreparedRow<TrackRecord>[],
): Promise<Result<Readonly<Record<string, number>>, RefusalName>> {
  const [refused] = await recordTracks(
    toOrderScope(tx, scope),
    prepared.map(({ row }) => row),
  );
  if (refused !== undefined) return refuse(refused.refusal);
  const figures = { parcels: prepared.length };
  await writeAudit(tx, scope, { action: recordTracksCall.name, subjectType: "import", subjectUuid: scope.importUuid, detail: figures });
  return ok(figures);
}

/** Imports what became of parcels whose carrier reports nothing, as from its own portal. */
export const tracksImport = importKind<TrackRecord>({
  name: "tracks",
  template,
  roles: ["provider", "operator"],
  permission: "packing",
  together: null,
  check,
  post,
});
