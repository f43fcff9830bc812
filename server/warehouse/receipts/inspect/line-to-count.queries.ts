import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine } from "#src/warehouse/receipts/receipts.contract.ts";
import { resolveLot } from "#src/warehouse/receipts/lot-and-expiry.rules.ts";
import type { LotQuestion } from "#src/warehouse/receipts/lot-and-expiry.rules.ts";
import { getToday } from "#server/warehouse/receipts/receipt-scope.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

/** What is counted, before its line is chosen. */
export interface Counting {
  readonly variant: { readonly variant_uuid: string; readonly keeps_lots: boolean; readonly keeps_expiry: boolean };
  /** the line that the person chose; null to choose the best one */
  readonly chosen: ReceiptLine | null;
  readonly boxNumber: number | undefined;
  readonly given: LotQuestion["given"];
  readonly hasQualified: boolean;
}

/** The line that pieces are counted on, with its lot from now on; `line` is null for a new one. */
export interface CountedLine {
  readonly line: ReceiptLine | null;
  readonly lot: string;
  readonly expires_on: string | null;
}

function hasRoom({ number, expected }: ReceiptLine): boolean {
  return number < expected;
}

/** Picks the line that a scan most likely means: with the given lot, in the open box, with pieces missing. */
function pickLikeliestLine(mine: readonly ReceiptLine[], { given, boxNumber }: Counting): ReceiptLine | null {
  const rank = (line: ReceiptLine) =>
    (given.lot !== undefined && line.lot === given.lot ? 8 : 0) +
    (boxNumber !== undefined && line.box_number === boxNumber ? 4 : 0) +
    (hasRoom(line) ? 2 : 0) +
    (line.lot === "" ? 1 : 0);
  return mine.toSorted((a, b) => rank(b) - rank(a) || a.line_number - b.line_number)[0] ?? null;
}

/** Whether another product of the receipt is announced with this lot and this product only with other lots: then the wrong label was scanned. */
function belongsElsewhere(lines: readonly ReceiptLine[], variantUuid: string, lot: string): boolean {
  const listLots = (isIts: boolean) =>
    lines.filter((line) => line.lot !== "" && (line.variant_uuid === variantUuid) === isIts).map((line) => line.lot);
  const its = listLots(true);
  return lot !== "" && its.length > 0 && !its.includes(lot) && listLots(false).includes(lot);
}

async function getLotDays(
  { tx, providerUuid }: ReceiptScope,
  variantUuid: string,
  lots: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom("lot")
    .select(["lot", sql<string | null>`expires_on::text`.as("day")])
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", variantUuid)
    .where(sql<boolean>`lot = any (${lots}::text[])`)
    .execute();
  return new Map(rows.map(({ lot, day }) => [lot, day]));
}

/** Finds a line of the product with this lot, or one without a lot and with nothing counted. */
function findLineForLot(mine: readonly ReceiptLine[], preferred: ReceiptLine | null, lot: string): ReceiptLine | null {
  const countFitting = (line: ReceiptLine) => line.lot === lot || (line.lot === "" && line.number === 0);
  if (preferred !== null && countFitting(preferred)) return preferred;
  return mine.find((line) => line.lot === lot) ?? mine.find(countFitting) ?? null;
}

/** Chooses the line and the lot that pieces are counted on. */
export async function chooseLineToCount(
  scope: ReceiptScope,
  lines: readonly ReceiptLine[],
  counting: Counting,
): Promise<Result<CountedLine, RefusalName>> {
  const { variant, given, hasQualified } = counting;
  const mine = lines.filter(({ variant_uuid }) => variant_uuid === variant.variant_uuid);
  const preferred = counting.chosen ?? pickLikeliestLine(mine, counting);
  if (given.lot !== undefined && belongsElsewhere(lines, variant.variant_uuid, given.lot)) return refuse("receipts.lotOfAnother");
  const named = given.lot ?? preferred?.lot ?? "";
  const days =
    variant.keeps_lots && named !== "" ? await getLotDays(scope, variant.variant_uuid, [named]) : new Map<string, string | null>();
  const announcedDay = preferred?.expires_on ?? "";
  const lot = resolveLot({
    ...variant,
    given,
    hasQualified,
    announced: { lot: preferred?.lot ?? "", expires_on: announcedDay === "" ? null : announcedDay },
    knownDay: (name) => days.get(name) ?? null,
    today: getToday(scope),
  });
  if (typeof lot === "string") return refuse(lot);
  return ok({ ...lot, line: findLineForLot(mine, preferred, lot.lot) });
}
