import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { ReceiptLine, decideUnqualified } from "#src/warehouse/receipts/receipts.contract.ts";
import { getDecisionRefusal } from "#src/warehouse/receipts/receipt-steps.rules.ts";
import { getNextStatus } from "#src/warehouse/receipts/receipts.machine.ts";
import { getUndecidedPieces } from "#src/warehouse/receipts/receipts.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { StockPosition } from "#server/warehouse/stock/ledger.commands.ts";
import { postPieces } from "#server/warehouse/receipts/post-pieces.commands.ts";
import { completeIfDone, lockReceipt, applyStep } from "#server/warehouse/receipts/receipt.commands.ts";
import type { LockedReceipt } from "#server/warehouse/receipts/receipt.commands.ts";
import { listLines, withLine } from "#server/warehouse/receipts/lines.queries.ts";
import { addPendingPieces, findWaitingPosition } from "#server/warehouse/receipts/put-away/pending-task.commands.ts";
import type { ReceiptScope } from "#server/warehouse/receipts/receipt-scope.ts";

type DecideInput = ParsedInputOf<typeof decideUnqualified>;

interface QuarantinedPieces {
  readonly locationUuid: string;
  readonly quantity: number;
}

/** Finds the locations of as many quarantined pieces of a line as are decided about; null if there are fewer. */
async function findQuarantined(
  { tx, providerUuid }: ReceiptScope,
  { warehouse_uuid, owner_uuid }: LockedReceipt,
  { variant_uuid, lot }: ReceiptLine,
  wanted: number,
): Promise<QuarantinedPieces[] | null> {
  const balances = await tx
    .selectFrom("stock_balance")
    .select(["location_uuid", "quantity", "reserved"])
    .where("provider_uuid", "=", providerUuid)
    .where("variant_uuid", "=", variant_uuid)
    .where("warehouse_uuid", "=", warehouse_uuid)
    .where("owner_uuid", "=", owner_uuid)
    .where("lot", "=", lot)
    .where("condition", "=", "quarantined")
    .where("quantity", ">", 0)
    .orderBy("location_uuid")
    .execute();
  let missing = wanted;
  const places: QuarantinedPieces[] = [];
  for (const { location_uuid, quantity, reserved } of balances) {
    const taken = Math.min(quantity - reserved, missing);
    if (taken > 0) places.push({ locationUuid: location_uuid, quantity: taken });
    missing -= taken;
  }
  return missing === 0 ? places : null;
}

/** Carries a decision out in the ledger, as the warehouse's staff: a retailer may not write to it. Accepted pieces wait to be put away. */
async function carryOut(
  scope: ReceiptScope,
  locked: LockedReceipt,
  line: ReceiptLine,
  { decision, quantity, remark }: DecideInput,
  decisionUuid: string,
): Promise<Result<void, RefusalName>> {
  const places = await findQuarantined(scope, locked, line, quantity);
  if (places === null) return refuse("receipts.standsElsewhere");
  const waiting = decision === "accept" ? await findWaitingPosition(scope, locked, line.line_uuid) : null;
  const outside = decision === "return" ? "shipment" : "scrap";
  const to: StockPosition =
    waiting === null
      ? { place: outside, condition: "quarantined" }
      : { place: "location", locationUuid: waiting.locationUuid, condition: "good" };
  const posted = await postPieces(scope, locked, {
    source: { type: "decision", uuid: decisionUuid },
    goods: line,
    reason: remark,
    moves: places.map(({ locationUuid, quantity: pieces }, index) => ({
      line: index + 1,
      quantity: pieces,
      from: { place: "location", locationUuid, condition: "quarantined" } as const,
      to,
    })),
    refusals: { "stock.notEnough": "receipts.standsElsewhere" },
  });
  if (posted.ok && waiting !== null) await addPendingPieces(scope, locked, line, quantity, waiting);
  return posted;
}

/** Records a decision. @returns the line as it is now */
async function writeDecision(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid, owner_uuid }: LockedReceipt,
  line: ReceiptLine,
  { decision, quantity, remark }: DecideInput,
  decision_uuid: string,
): Promise<ReceiptLine> {
  const { line_uuid } = line;
  const place = { provider_uuid: providerUuid, receipt_uuid, line_uuid };
  await tx
    .insertInto("unqualified_decision")
    .values({ ...place, decision_uuid, owner_uuid, decision, quantity, remark, decided_by: userUuid, at: now })
    .execute();
  const counts = await tx
    .updateTable("receipt_line")
    .set((row) => ({
      decided: row("decided", "+", quantity),
      accepted: row("accepted", "+", decision === "accept" ? quantity : 0),
    }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line_uuid)
    .returning(["decided", "accepted"])
    .executeTakeFirstOrThrow();
  return { ...line, ...counts };
}

/** Decides, as the owner of the goods, what becomes of unqualified pieces of a line, and carries it out. @returns the receipt's uuid */
export async function decide(scope: ReceiptScope, input: DecideInput): Promise<Result<string, RefusalName>> {
  const locked = await lockReceipt(scope, input.receipt_uuid);
  if (locked === null) return refuse("notFound");
  const refusal = getDecisionRefusal(locked, scope.retailerUuid ?? scope.providerUuid);
  if (refusal !== null) return refuse(refusal);
  const status = getNextStatus(locked.status, "decide");
  if (status === null) return refuse("receipts.wrongState");
  const lines = await listLines(scope, locked.receipt_uuid);
  const line = lines.find(({ line_uuid }) => line_uuid === input.line_uuid.toLowerCase());
  if (line === undefined) return refuse("notFound");
  if (input.quantity > getUndecidedPieces(line)) return refuse("receipts.moreThanUnqualified");
  const decisionUuid = newId();
  const decided = await writeDecision(scope, locked, line, input, decisionUuid);
  const { acting, providerUuid, userUuid } = scope;
  const staff = { kind: "provider", providerUuid, userUuid } as const;
  actAs(scope.tx, staff);
  const done = await carryOut(scope, locked, line, input, decisionUuid);
  // A refusal rolls everything back, who the transaction acts for too; and after one of the ledger's it takes no more statements.
  if (!done.ok) return done;
  actAs(scope.tx, acting);
  const detail = { quantity: input.quantity, reason: input.remark };
  const moved = await applyStep(scope, locked, { event: "decide", status, detail });
  await completeIfDone(scope, moved, withLine(lines, decided));
  return ok(locked.receipt_uuid);
}
