import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import type { ReceiptStatus } from "#src/receipts/receipts.machine.ts";
import { countedBy, countsByVariant, isBoxLabel, mostToCount, scannedCode } from "#src/receipts/receipts.rules.ts";
import type { ScanChoice, inspect } from "#src/receipts/receiving.contract.ts";
import { newId } from "#server/clock.ts";
import { variantOf } from "#server/goods/variants.queries.ts";
import { postMovements } from "#server/stock/ledger.commands.ts";
import type { Movement } from "#server/stock/ledger.commands.ts";
import { floorLocation } from "#server/warehouses/locations.queries.ts";
import { settingsOf } from "#server/warehouses/warehouses.queries.ts";
import { notReceiving } from "./arrival.commands.ts";
import { lineToCount, writeCount } from "./counted-line.commands.ts";
import type { CountedLine } from "./counted-line.commands.ts";
import { variantByCode } from "./found-variant.queries.ts";
import { heldReceipt, moveOn, tellReceipt } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { linesOf } from "./lines.queries.ts";
import { addPending, receivingPlace } from "./pending-task.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

type InspectInput = ParsedInputOf<typeof inspect>;

/** What a scan counted, or among what the person is to choose. */
export type Inspected =
  | { readonly outcome: "choose"; readonly receiptUuid: string; readonly choices: ScanChoice[] }
  | { readonly outcome: "counted"; readonly receiptUuid: string; readonly inspectionUuid: string; readonly lineUuid: string };

/** The product that is meant, what its code stands for, and the line where one was chosen. */
interface Meant {
  readonly variant: { variant_uuid: string; keeps_lots: boolean; keeps_expiry: boolean };
  readonly pieces: number;
  readonly chosen: ReceiptLine | null;
  readonly isAnnounced: boolean;
}

/** Why nothing can be counted in this state. */
function notCounting(status: ReceiptStatus): RefusalName {
  return status === "confirmed" ? "receipts.notArrived" : notReceiving(status);
}

function isOwnLabel({ receipt_number }: HeldReceipt, code: string): boolean {
  const scanned = scannedCode(code);
  return scanned === receipt_number || scanned.startsWith(`${receipt_number}/`);
}

async function meantBy(
  scope: ReceiptScope,
  held: HeldReceipt,
  lines: readonly ReceiptLine[],
  { code, line_uuid, variant_uuid }: InspectInput,
): Promise<Result<Meant | ScanChoice[], RefusalName>> {
  const chosen = line_uuid === undefined ? null : lines.find((line) => line.line_uuid === line_uuid.toLowerCase());
  if (chosen === undefined) return refuse("notFound");
  if (code === undefined) {
    if (chosen === null) return refuse("receipts.codeUnknown");
    return ok({ variant: chosen, pieces: 1, chosen, isAnnounced: true });
  }
  if (isBoxLabel(code)) return refuse(isOwnLabel(held, code) ? "receipts.boxScanned" : "receipts.boxOfAnother");
  const found = await variantByCode(scope, held, chosen === null ? lines : [chosen], code, chosen?.variant_uuid ?? variant_uuid);
  if (!found.ok) return found;
  if (found.value.kind === "several") return ok(found.value.choices);
  const { kind, variant } = found.value;
  return ok({ variant, pieces: variant.pieces, chosen, isAnnounced: kind === "announced" });
}

/**
 * Whether so many pieces are more than may be counted: beyond what the receipt announces of the product and the warehouse's tolerance, over all of the
 * product's lines.
 */
async function isTooMuch(
  { tx, providerUuid }: ReceiptScope,
  { warehouse_uuid }: HeldReceipt,
  { expected, number }: { expected: number; number: number },
): Promise<boolean> {
  if (number <= expected) return false;
  const { over_receipt_percent } = await settingsOf(tx, providerUuid, warehouse_uuid);
  return number > mostToCount(expected, over_receipt_percent);
}

/** Why these pieces may not be counted; null where they may. `isOver`: the provider allowed them. */
async function refusalOf(
  scope: ReceiptScope,
  held: HeldReceipt,
  { lines, meant, pieces, allowOver }: { lines: readonly ReceiptLine[]; meant: Meant; pieces: number; allowOver: boolean },
): Promise<{ problem: RefusalName | null; isOver: boolean }> {
  if (pieces === 0) return { problem: "receipts.nothingCounted", isOver: false };
  const sum = countsByVariant(lines).get(meant.variant.variant_uuid) ?? { expected: 0, number: 0 };
  const isOver = !meant.isAnnounced || (await isTooMuch(scope, held, { expected: sum.expected, number: sum.number + pieces }));
  if (!isOver || (allowOver && scope.role === "provider")) return { problem: null, isOver };
  return { problem: meant.isAnnounced ? "receipts.moreThanAnnounced" : "receipts.notOnReceipt", isOver };
}

interface Counted {
  readonly inspectionUuid: string;
  readonly lineUuid: string;
  readonly variantUuid: string;
  readonly lot: string;
  readonly qualified: number;
  readonly unqualified: number;
}

/** Posts what was counted: the qualified pieces at the dock, the unqualified where they wait for their owner's word. */
async function post(scope: ReceiptScope, held: HeldReceipt, counted: Counted): Promise<Result<void, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const { inspectionUuid, lineUuid, variantUuid, lot, qualified, unqualified } = counted;
  const movements: Movement[] = [];
  const add = (line: 1 | 2, quantity: number, locationUuid: string, condition: "good" | "quarantined") =>
    movements.push({
      source: { type: "receipt", uuid: inspectionUuid, line },
      variantUuid,
      ownerUuid: held.owner_uuid,
      warehouseUuid: held.warehouse_uuid,
      lot,
      quantity,
      from: { place: "arrival", condition },
      to: { place: "location", locationUuid, condition },
    });
  const dock = qualified > 0 ? await receivingPlace(scope, held, lineUuid) : null;
  if (dock !== null) add(1, qualified, dock, "good");
  if (unqualified > 0)
    add(2, unqualified, (await floorLocation(tx, providerUuid, held.warehouse_uuid, "damaged")).location_uuid, "quarantined");
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, movements);
  if (!posted.ok) return posted;
  const line = { line_uuid: lineUuid, variant_uuid: variantUuid, lot };
  if (dock !== null) await addPending(scope, held, line, { quantity: qualified, locationUuid: dock });
  return ok(undefined);
}

async function writeInspection(scope: ReceiptScope, held: HeldReceipt, counted: Counted, reason: string): Promise<void> {
  await scope.tx
    .insertInto("inspection")
    .values({
      provider_uuid: scope.providerUuid,
      inspection_uuid: counted.inspectionUuid,
      receipt_uuid: held.receipt_uuid,
      line_uuid: counted.lineUuid,
      owner_uuid: held.owner_uuid,
      qualified_quantity: counted.qualified,
      unqualified_quantity: counted.unqualified,
      reason,
      inspected_by: scope.userUuid,
      at: scope.now,
    })
    .execute();
}

/** Why a product has no pieces to count; null where it may have. What is announced, too: it may have become a bundle, or been merged, since. */
async function notStored({ tx, providerUuid }: ReceiptScope, { variant }: Meant): Promise<RefusalName | null> {
  const now = await variantOf(tx, providerUuid, variant.variant_uuid);
  if (now === null || now.merged_into_uuid !== null) return "receipts.skuUnknown";
  return now.is_bundle ? "receipts.bundle" : null;
}

/** Where the pieces are to be counted, once all is known that could speak against it. */
async function placed(
  scope: ReceiptScope,
  held: HeldReceipt,
  input: InspectInput,
  lines: readonly ReceiptLine[],
  meant: Meant,
): Promise<Result<CountedLine & { isOver: boolean; qualified: number; unqualified: number }, RefusalName>> {
  const { qualified, unqualified } = countedBy(input, meant.pieces);
  const about = { lines, meant, pieces: qualified + unqualified, allowOver: input.allow_over };
  const { problem, isOver } = await refusalOf(scope, held, about);
  if (problem !== null) return refuse(problem);
  const unstored = await notStored(scope, meant);
  if (unstored !== null) return refuse(unstored);
  const { lot, expires_on, box_number } = input;
  const counting = { ...meant, boxNumber: box_number, given: { lot, expires_on }, hasQualified: qualified > 0 };
  const line = await lineToCount(scope, lines, counting);
  return line.ok ? ok({ ...line.value, isOver, qualified, unqualified }) : line;
}

/**
 * Counts pieces of a product of a receipt that has arrived, as qualified or not; see the call `inspect`. The receipt is held meanwhile, so two
 * people who count the same product do so one after the other, and no count is lost.
 */
export async function inspectPieces(scope: ReceiptScope, input: InspectInput): Promise<Result<Inspected, RefusalName>> {
  const held = await heldReceipt(scope, input.receipt_uuid);
  if (held === null) return refuse("notFound");
  const status = statusAfter(held.status, "inspect");
  if (status === null) return refuse(notCounting(held.status));
  const lines = await linesOf(scope, held.receipt_uuid);
  const meant = await meantBy(scope, held, lines, input);
  if (!meant.ok) return meant;
  if (Array.isArray(meant.value)) return ok({ outcome: "choose", receiptUuid: held.receipt_uuid, choices: meant.value });
  const place = await placed(scope, held, input, lines, meant.value);
  if (!place.ok) return place;
  const { lot, isOver, qualified, unqualified } = place.value;
  const variantUuid = meant.value.variant.variant_uuid;
  const lineUuid = await writeCount(scope, held, variantUuid, place.value, { qualified, unqualified });
  const counted: Counted = { inspectionUuid: newId(), lineUuid, variantUuid, lot, qualified, unqualified };
  await writeInspection(scope, held, counted, input.reason);
  const posted = await post(scope, held, counted);
  if (!posted.ok) return posted;
  const detail = isOver ? { detail: { quantity: qualified + unqualified } } : {};
  await tellReceipt(scope, await moveOn(scope, held, { event: "inspect", status, ...detail }));
  return ok({ outcome: "counted", receiptUuid: held.receipt_uuid, inspectionUuid: counted.inspectionUuid, lineUuid });
}
