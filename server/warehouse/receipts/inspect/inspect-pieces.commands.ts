import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { InspectionRow, ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { getCountedPieces, isBoxLabel, isLikeBoxLabel, normalizeCode } from "#src/warehouse/receipts/receipts.rules.ts";
import type { ScanChoice, inspect } from "#src/warehouse/receipts/receiving.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { findVariant } from "#server/warehouse/goods/variants.queries.ts";
import { findFloorLocation } from "#server/warehouse/warehouses/locations.queries.ts";
import { getArrivalRefusal } from "#server/warehouse/receipts/arrive/arrive-boxes.commands.ts";
import { writeCount } from "./save-counted-pieces.commands.ts";
import type { LineProduct } from "./save-counted-pieces.commands.ts";
import { checkOverReceipt } from "./over-receipt.queries.ts";
import { chooseLineToCount } from "./line-to-count.queries.ts";
import type { CountedLine } from "./line-to-count.queries.ts";
import { findVariantByCode } from "#server/warehouse/receipts/scanned-variant.queries.ts";
import { lockReceipt, applyStep, publishReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { listLines, withLine } from "#server/warehouse/receipts/lines.queries.ts";
import { postPieces } from "#server/warehouse/receipts/post-pieces.commands.ts";
import { selectColleagueName } from "#server/warehouse/receipts/put-away/tasks.queries.ts";
import { addPendingPieces, findWaitingPosition } from "#server/warehouse/receipts/put-away/pending-task.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

type InspectInput = ParsedInputOf<typeof inspect>;

/** What a scan counted, or the products that the person chooses from; `lines`: all of the receipt, as they are now. */
export type Inspected = { readonly receiptUuid: string; readonly lines: readonly ReceiptLine[] } & (
  | { readonly outcome: "choose"; readonly choices: ScanChoice[] }
  | { readonly outcome: "counted"; readonly inspection: InspectionRow; readonly line: ReceiptLine }
);

/** The scanned product, how many pieces its code stands for, and the line if one was chosen. */
interface CountedProduct {
  readonly variant: LineProduct;
  readonly pieces: number;
  readonly chosen: ReceiptLine | null;
  readonly isAnnounced: boolean;
}

/** Returns why nothing can be counted in this status. Before the first box has arrived, a mistyped label is more likely than a product. */
function getCountRefusal(status: ReceiptStatus, code: string | undefined): RefusalName {
  if (status !== "confirmed") return getArrivalRefusal(status);
  return code !== undefined && !isBoxLabel(code) && isLikeBoxLabel(code) ? "receipts.boxUnknown" : "receipts.notArrived";
}

function isOwnLabel({ receipt_number }: LockedReceipt, code: string): boolean {
  const scanned = normalizeCode(code);
  return scanned === receipt_number || scanned.startsWith(`${receipt_number}/`);
}

async function findCountedProduct(
  scope: ReceiptScope,
  locked: LockedReceipt,
  lines: readonly ReceiptLine[],
  { code, line_uuid, variant_uuid }: InspectInput,
): Promise<Result<CountedProduct | ScanChoice[], RefusalName>> {
  const chosen = line_uuid === undefined ? null : lines.find((line) => line.line_uuid === line_uuid.toLowerCase());
  if (chosen === undefined) return refuse("notFound");
  if (code === undefined) {
    if (chosen === null) return refuse("receipts.codeUnknown");
    return ok({ variant: chosen, pieces: 1, chosen, isAnnounced: true });
  }
  if (isBoxLabel(code)) return refuse(isOwnLabel(locked, code) ? "receipts.boxScanned" : "receipts.boxOfAnother");
  const found = await findVariantByCode(scope, locked, chosen === null ? lines : [chosen], code, chosen?.variant_uuid ?? variant_uuid);
  if (!found.ok) return found.problem === "receipts.codeUnknown" && isLikeBoxLabel(code) ? refuse("receipts.boxUnknown") : found;
  if (found.value.kind === "several") return ok(found.value.choices);
  const { kind, variant } = found.value;
  return ok({ variant, pieces: variant.pieces, chosen, isAnnounced: kind === "announced" });
}

interface Counted {
  readonly inspectionUuid: string;
  readonly line: ReceiptLine;
  readonly qualified: number;
  readonly unqualified: number;
}

/** Posts what was counted: the qualified pieces at the dock, the unqualified ones where they wait for their owner's decision. */
async function post(scope: ReceiptScope, locked: LockedReceipt, counted: Counted): Promise<Result<void, RefusalName>> {
  const { inspectionUuid, line, qualified, unqualified } = counted;
  const waiting = qualified > 0 ? await findWaitingPosition(scope, locked, line.line_uuid) : null;
  const damaged = unqualified > 0 ? await findFloorLocation(scope.tx, scope.providerUuid, locked.warehouse_uuid, "damaged") : null;
  const arrive = (number: 1 | 2, quantity: number, locationUuid: string, condition: "good" | "quarantined") => ({
    line: number,
    quantity,
    from: { place: "arrival", condition } as const,
    to: { place: "location", locationUuid, condition } as const,
  });
  const posted = await postPieces(scope, locked, {
    source: { type: "receipt", uuid: inspectionUuid },
    goods: line,
    moves: [
      ...(waiting === null ? [] : [arrive(1, qualified, waiting.locationUuid, "good")]),
      ...(damaged === null ? [] : [arrive(2, unqualified, damaged.location_uuid, "quarantined")]),
    ],
  });
  if (posted.ok && waiting !== null) await addPendingPieces(scope, locked, line, qualified, waiting);
  return posted;
}

async function writeInspection(scope: ReceiptScope, locked: LockedReceipt, counted: Counted, reason: string): Promise<InspectionRow> {
  const { inspectionUuid: inspection_uuid, line, qualified: qualified_quantity, unqualified: unqualified_quantity } = counted;
  const { line_uuid, sku, lot } = line;
  const { inspected_by } = await scope.tx
    .insertInto("inspection")
    .values({
      provider_uuid: scope.providerUuid,
      inspection_uuid,
      receipt_uuid: locked.receipt_uuid,
      line_uuid,
      owner_uuid: locked.owner_uuid,
      qualified_quantity,
      unqualified_quantity,
      reason,
      inspected_by: scope.userUuid,
      at: scope.now,
    })
    .returning(selectColleagueName("inspected_by").as("inspected_by"))
    .executeTakeFirstOrThrow();
  const number = qualified_quantity + unqualified_quantity;
  const counts = { qualified_quantity, unqualified_quantity, number };
  return { inspection_uuid, line_uuid, sku, lot, ...counts, reason, inspected_by, at: scope.now.toISOString(), is_undone: false };
}

/** Returns why a product cannot be counted; null if it can. An announced one may have become a bundle, or been merged, since. */
async function checkStored({ tx, providerUuid }: ReceiptScope, { variant }: CountedProduct): Promise<RefusalName | null> {
  const now = await findVariant(tx, providerUuid, variant.variant_uuid);
  if (now === null || now.merged_into_uuid !== null) return "receipts.skuUnknown";
  return now.is_bundle ? "receipts.bundle" : null;
}

/** Checks a count and chooses its line. */
async function chooseLine(
  scope: ReceiptScope,
  locked: LockedReceipt,
  input: InspectInput,
  lines: readonly ReceiptLine[],
  meant: CountedProduct,
): Promise<Result<CountedLine & { isOver: boolean; qualified: number; unqualified: number }, RefusalName>> {
  const { qualified, unqualified } = getCountedPieces(input, meant.pieces);
  const about = { lines, meant, pieces: qualified + unqualified, allowOver: input.allow_over };
  const { problem, isOver } = await checkOverReceipt(scope, locked, about);
  if (problem !== null) return refuse(problem);
  const unstored = await checkStored(scope, meant);
  if (unstored !== null) return refuse(unstored);
  const { lot, expires_on, box_number } = input;
  const counting = { ...meant, boxNumber: box_number, given: { lot, expires_on }, hasQualified: qualified > 0 };
  const line = await chooseLineToCount(scope, lines, counting);
  return line.ok ? ok({ ...line.value, isOver, qualified, unqualified }) : line;
}

/**
 * Counts pieces of a product of an arrived receipt, as qualified or unqualified; see the call `inspect`. The receipt is locked, so that two people who
 * count the same product do so one after the other.
 */
export async function inspectPieces(scope: ReceiptScope, input: InspectInput): Promise<Result<Inspected, RefusalName>> {
  const locked = await lockReceipt(scope, input.receipt_uuid);
  if (locked === null) return refuse("notFound");
  const status = getNextStatus(locked.status, "inspect");
  if (status === null) return refuse(getCountRefusal(locked.status, input.code));
  const lines = await listLines(scope, locked.receipt_uuid);
  const receiptUuid = locked.receipt_uuid;
  const meant = await findCountedProduct(scope, locked, lines, input);
  if (!meant.ok) return meant;
  if (Array.isArray(meant.value)) return ok({ outcome: "choose", receiptUuid, lines, choices: meant.value });
  const place = await chooseLine(scope, locked, input, lines, meant.value);
  if (!place.ok) return place;
  const { isOver, qualified, unqualified } = place.value;
  const what = { lines, product: meant.value.variant, counted: place.value };
  const line = await writeCount(scope, locked, what, { qualified, unqualified });
  const counted: Counted = { inspectionUuid: newId(), line, qualified, unqualified };
  const inspection = await writeInspection(scope, locked, counted, input.reason);
  const posted = await post(scope, locked, counted);
  if (!posted.ok) return posted;
  const detail = isOver ? { detail: { quantity: qualified + unqualified } } : {};
  await publishReceipt(scope, await applyStep(scope, locked, { event: "inspect", status, ...detail }));
  return ok({ outcome: "counted", receiptUuid, lines: withLine(lines, line), inspection, line });
}
