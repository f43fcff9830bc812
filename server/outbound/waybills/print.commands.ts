import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { getPrintFileLink } from "#src/kit/files/files.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getPrintFile } from "#src/outbound/waybills/waybills.contract.ts";
import type { printWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { getPrintWithReasonRefusal } from "#src/outbound/waybills/waybills.rules.ts";
import { toRefusedRow } from "#server/platform/http/batch.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findDamaged } from "./damaged-labels.queries.ts";
import { mostDrawnHere } from "./label-drawer.ts";
import { lockWaybills } from "./locked-waybills.commands.ts";
import type { LockedWaybill } from "./locked-waybills.commands.ts";
import { storeOwnLabels } from "./own-labels.commands.ts";
import { publishWaybills } from "./publish-waybills.ts";

type PrintRefusal = NonNullable<ReturnType<typeof getPrintWithReasonRefusal>>;
type DecidedRefusal = PrintRefusal | "waybills.labelDamaged";
type Printed = OutputOf<typeof printWaybills> & { readonly waybillUuids: readonly string[] };

/** Converts a refusal to the row of the answer: a damaged label is named. */
function toFailedRow({ waybill_uuid, waybill_number }: LockedWaybill, refusal: DecidedRefusal): RefusedRow {
  const row = toRefusedRow(waybill_uuid, refusal);
  if (refusal !== "waybills.labelDamaged") return row;
  const message = {
    en_us: `The label of waybill ${waybill_number} is damaged: void the waybill and request another`,
    zh_cn: `面单 ${waybill_number} 的文件已损坏，请作废后重新申请`,
  };
  return { ...row, message };
}

/** Counts a print of labels, with its user, time, and the reason of a reprint. @param origin of the links to the files */
export async function print(
  scope: OrderScope,
  origin: string,
  { waybill_uuids, reason, size, language }: ParsedInputOf<typeof printWaybills>,
): Promise<Result<Printed, "notFound" | DecidedRefusal>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const uuids = [...new Set(waybill_uuids.map((uuid) => uuid.toLowerCase()))];
  const locked = await lockWaybills(scope, uuids);
  if (locked.size < uuids.length) return refuse("notFound");
  const failed: RefusedRow[] = [];
  let firstRefusal: DecidedRefusal | null = null;
  const damaged = await findDamaged(scope, uuids);
  const printed: LockedWaybill[] = [];
  for (const waybill of uuids.flatMap((uuid) => locked.get(uuid) ?? [])) {
    const ready = getPrintWithReasonRefusal(waybill, reason);
    const refusal = ready === null && damaged.has(waybill.waybill_uuid) ? "waybills.labelDamaged" : ready;
    if (refusal === null) printed.push(waybill);
    else {
      firstRefusal ??= refusal;
      failed.push(toFailedRow(waybill, refusal));
    }
  }
  // Nothing to print: the call says why, as one about a single label does. Damaged labels are named in their rows.
  if (printed.length === 0 && firstRefusal === "waybills.labelDamaged") return ok({ done: 0, failed, files: [], waybillUuids: [] });
  if (printed.length === 0) return refuse(firstRefusal ?? "notFound");
  const print_uuid = newId();
  const lines = printed.map(({ waybill_uuid, print_count }, at) => ({
    waybill_uuid,
    line_number: at + 1,
    reason: print_count === 0 ? "" : reason,
  }));
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (waybill_uuid uuid, line_number integer, reason text)),
    counted as (
      update waybill w set print_count = w.print_count + 1, printed_at = ${now}, version = w.version + 1 from given
      where w.provider_uuid = ${providerUuid} and w.waybill_uuid = given.waybill_uuid
      returning w.waybill_uuid, w.warehouse_uuid
    )
    insert into waybill_print (provider_uuid, print_uuid, line_number, waybill_uuid, warehouse_uuid, printed_by, printed_at, reason)
    select ${providerUuid}::uuid, ${print_uuid}::uuid, given.line_number, given.waybill_uuid, counted.warehouse_uuid, ${userUuid}::uuid, ${now}, given.reason
    from given join counted using (waybill_uuid)`.execute(tx);
  const own = printed.filter(({ label_type }) => label_type === "own").map(({ waybill_uuid }) => waybill_uuid);
  // Many labels are drawn with their file, when nothing is locked any more.
  if (own.length <= mostDrawnHere) await storeOwnLabels(scope, own, { size, language });
  await publishWaybills(
    tx,
    providerUuid,
    printed.map((one) => ({ ...one, owner_uuid: null })),
  );
  const [only] = printed;
  const name = printed.length === 1 && only !== undefined ? only.parcel_number : `${printed.length}`;
  const zpl = printed.filter(({ label_type }) => label_type === "text/zpl").length;
  const files = (["pdf", "zpl"] as const).flatMap((kind) => {
    const labels = kind === "zpl" ? zpl : printed.length - zpl;
    const query = { print_uuid, kind, size, language, filename: `${name}.${kind}` };
    return labels === 0 ? [] : [{ kind, labels, link: getPrintFileLink(origin, getPrintFile.path, query) }];
  });
  return ok({ done: printed.length, failed, files, waybillUuids: printed.map(({ waybill_uuid }) => waybill_uuid) });
}
