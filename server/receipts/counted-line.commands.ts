import { sql } from "kysely";
import type { RefusalName } from "#src/api/codes.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine } from "#src/receipts/receipts.contract.ts";
import { lotOf } from "#src/receipts/receipts.rules.ts";
import type { LotQuestion } from "#src/receipts/receipts.rules.ts";
import { newId } from "#server/clock.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { todayOf } from "./receipt-scope.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

/** What is counted, before it is known on which line. */
export interface Counting {
  readonly variant: { readonly variant_uuid: string; readonly keeps_lots: boolean; readonly keeps_expiry: boolean };
  /** the line that the person chose; null: the best one */
  readonly chosen: ReceiptLine | null;
  readonly boxNumber: number | undefined;
  readonly given: LotQuestion["given"];
  readonly hasQualified: boolean;
}

/** Where pieces are counted: a line of the receipt, one whose lot becomes known now, or a new one. */
export interface CountedLine {
  readonly line: ReceiptLine | null;
  readonly lot: string;
  readonly expires_on: string | null;
}

function hasRoom({ number, expected }: ReceiptLine): boolean {
  return number < expected;
}

/** The line that a scan most likely means: of the lot that was told, in the box that is open, with pieces missing. */
function likeliest(mine: readonly ReceiptLine[], { given, boxNumber }: Counting): ReceiptLine | null {
  const rank = (line: ReceiptLine) =>
    (given.lot !== undefined && line.lot === given.lot ? 8 : 0) +
    (boxNumber !== undefined && line.box_number === boxNumber ? 4 : 0) +
    (hasRoom(line) ? 2 : 0) +
    (line.lot === "" ? 1 : 0);
  return mine.toSorted((a, b) => rank(b) - rank(a) || a.line_number - b.line_number)[0] ?? null;
}

/** Whether a lot is announced for another product of the receipt, while this one is announced with other lots: then the wrong label was scanned. */
function belongsElsewhere(lines: readonly ReceiptLine[], variantUuid: string, lot: string): boolean {
  const lotsOf = (isIts: boolean) =>
    lines.filter((line) => line.lot !== "" && (line.variant_uuid === variantUuid) === isIts).map((line) => line.lot);
  const its = lotsOf(true);
  return lot !== "" && its.length > 0 && !its.includes(lot) && lotsOf(false).includes(lot);
}

async function knownDays(
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

/** A line of the product that has this lot, or has none yet and nothing counted. */
function lineWithLot(mine: readonly ReceiptLine[], preferred: ReceiptLine | null, lot: string): ReceiptLine | null {
  const fits = (line: ReceiptLine) => line.lot === lot || (line.lot === "" && line.number === 0);
  if (preferred !== null && fits(preferred)) return preferred;
  return mine.find((line) => line.lot === lot) ?? mine.find(fits) ?? null;
}

/** Decides on which line pieces are counted and of which lot they are, or why they cannot be taken so. */
export async function lineToCount(
  scope: ReceiptScope,
  lines: readonly ReceiptLine[],
  counting: Counting,
): Promise<Result<CountedLine, RefusalName>> {
  const { variant, given, hasQualified } = counting;
  const mine = lines.filter(({ variant_uuid }) => variant_uuid === variant.variant_uuid);
  const preferred = counting.chosen ?? likeliest(mine, counting);
  if (given.lot !== undefined && belongsElsewhere(lines, variant.variant_uuid, given.lot)) return refuse("receipts.lotOfAnother");
  const named = given.lot ?? preferred?.lot ?? "";
  const days =
    variant.keeps_lots && named !== "" ? await knownDays(scope, variant.variant_uuid, [named]) : new Map<string, string | null>();
  const announcedDay = preferred?.expires_on ?? "";
  const lot = lotOf({
    ...variant,
    given,
    hasQualified,
    announced: { lot: preferred?.lot ?? "", expires_on: announcedDay === "" ? null : announcedDay },
    knownDay: (name) => days.get(name) ?? null,
    today: todayOf(scope),
  });
  if (typeof lot === "string") return refuse(lot);
  return ok({ ...lot, line: lineWithLot(mine, preferred, lot.lot) });
}

async function rememberLot(
  { tx, providerUuid, now }: ReceiptScope,
  { owner_uuid }: HeldReceipt,
  variantUuid: string,
  counted: CountedLine,
) {
  const { lot, expires_on } = counted;
  if (lot === "") return;
  await tx
    .insertInto("lot")
    .values({ provider_uuid: providerUuid, variant_uuid: variantUuid, lot, owner_uuid, expires_on, created_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint("lot_pkey")
        .doUpdateSet({ expires_on })
        .where("lot.expires_on", "is", null)
        .where(sql<boolean>`${expires_on}::date is not null`),
    )
    .execute();
}

async function newLine(
  { tx, providerUuid }: ReceiptScope,
  { receipt_uuid, owner_uuid }: HeldReceipt,
  variantUuid: string,
  { lot, expires_on }: CountedLine,
): Promise<string> {
  const line_uuid = newId();
  await tx
    .insertInto("receipt_line")
    .values(({ selectFrom }) => ({
      provider_uuid: providerUuid,
      receipt_uuid,
      line_uuid,
      line_number: selectFrom("receipt_line as l")
        .select(sql<number>`coalesce(max(l.line_number), 0) + 1`.as("next"))
        .where("l.provider_uuid", "=", providerUuid)
        .where("l.receipt_uuid", "=", receipt_uuid),
      owner_uuid,
      variant_uuid: variantUuid,
      lot,
      expires_on,
      expected: 0,
    }))
    .execute();
  return line_uuid;
}

/** Counts pieces on their line, which is made where there is none. @returns the line's uuid */
export async function writeCount(
  scope: ReceiptScope,
  held: HeldReceipt,
  variantUuid: string,
  counted: CountedLine,
  { qualified, unqualified }: { qualified: number; unqualified: number },
): Promise<string> {
  await rememberLot(scope, held, variantUuid, counted);
  const lineUuid = counted.line?.line_uuid ?? (await newLine(scope, held, variantUuid, counted));
  await scope.tx
    .updateTable("receipt_line")
    .set((line) => ({
      counted: line("counted", "+", qualified + unqualified),
      qualified: line("qualified", "+", qualified),
      unqualified: line("unqualified", "+", unqualified),
      lot: counted.lot,
      expires_on: counted.expires_on ?? sql<string | null>`expires_on`,
    }))
    .where("provider_uuid", "=", scope.providerUuid)
    .where("receipt_uuid", "=", held.receipt_uuid)
    .where("line_uuid", "=", lineUuid)
    .execute();
  return lineUuid;
}
