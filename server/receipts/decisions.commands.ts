import type { RefusalName } from "#src/api/codes.ts";
import type { ParsedInputOf } from "#src/api/define-call.ts";
import { ok, refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import type { ReceiptLine, decideUnqualified } from "#src/receipts/receipts.contract.ts";
import { getDecisionRefusal } from "#src/receipts/receipt-steps.rules.ts";
import { statusAfter } from "#src/receipts/receipts.machine.ts";
import { undecidedPieces } from "#src/receipts/receipts.rules.ts";
import { newId } from "#server/clock.ts";
import { actAs } from "#server/db/acting.ts";
import { postMovements } from "#server/stock/ledger.commands.ts";
import type { Movement, Place } from "#server/stock/ledger.commands.ts";
import { finishStep, heldReceipt, moveOn } from "./hold.commands.ts";
import type { HeldReceipt } from "./hold.commands.ts";
import { linesOf } from "./lines.queries.ts";
import { addPending, receivingPlace } from "./pending-task.commands.ts";
import type { ReceiptScope } from "./receipt-scope.ts";

type DecideInput = ParsedInputOf<typeof decideUnqualified>;

interface Standing {
  readonly locationUuid: string;
  readonly quantity: number;
}

/** Where pieces of a line wait for their owner's word: enough places for so many; null where there are fewer. */
async function standing(
  { tx, providerUuid }: ReceiptScope,
  { warehouse_uuid, owner_uuid }: HeldReceipt,
  { variant_uuid, lot }: ReceiptLine,
  wanted: number,
): Promise<Standing[] | null> {
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
  const places: Standing[] = [];
  for (const { location_uuid, quantity, reserved } of balances) {
    const taken = Math.min(quantity - reserved, missing);
    if (taken > 0) places.push({ locationUuid: location_uuid, quantity: taken });
    missing -= taken;
  }
  return missing === 0 ? places : null;
}

/** Where the pieces go by each decision: back to their sender, to scrap, or to the dock as good ones. */
async function destination(scope: ReceiptScope, held: HeldReceipt, line: ReceiptLine, { decision }: DecideInput): Promise<Place> {
  if (decision === "return") return { place: "shipment", condition: "quarantined" };
  if (decision === "scrap") return { place: "scrap", condition: "quarantined" };
  return { place: "location", locationUuid: await receivingPlace(scope, held, line.line_uuid), condition: "good" };
}

/** Does what was decided in the ledger, as the warehouse's staff does it: a retailer writes none of it. */
async function carryOut(
  scope: ReceiptScope,
  held: HeldReceipt,
  line: ReceiptLine,
  input: DecideInput,
  decisionUuid: string,
): Promise<Result<void, RefusalName>> {
  const { tx, providerUuid, userUuid, now } = scope;
  const places = await standing(scope, held, line, input.quantity);
  if (places === null) return refuse("receipts.standsElsewhere");
  const to = await destination(scope, held, line, input);
  const movements = places.map(({ locationUuid, quantity }, index): Movement => ({
    source: { type: "decision", uuid: decisionUuid, line: index + 1 },
    variantUuid: line.variant_uuid,
    ownerUuid: held.owner_uuid,
    warehouseUuid: held.warehouse_uuid,
    lot: line.lot,
    quantity,
    reason: input.remark,
    from: { place: "location", locationUuid, condition: "quarantined" },
    to,
  }));
  const posted = await postMovements(tx, { providerUuid, userUuid, now }, movements);
  if (!posted.ok) return refuse("receipts.standsElsewhere");
  if (to.place === "location") await addPending(scope, held, line, { quantity: input.quantity, locationUuid: to.locationUuid });
  return ok(undefined);
}

async function writeDecision(
  { tx, providerUuid, userUuid, now }: ReceiptScope,
  { receipt_uuid, owner_uuid }: HeldReceipt,
  { line_uuid }: ReceiptLine,
  { decision, quantity, remark }: DecideInput,
  decision_uuid: string,
): Promise<void> {
  const place = { provider_uuid: providerUuid, receipt_uuid, line_uuid };
  await tx
    .insertInto("unqualified_decision")
    .values({ ...place, decision_uuid, owner_uuid, decision, quantity, remark, decided_by: userUuid, at: now })
    .execute();
  await tx
    .updateTable("receipt_line")
    .set((line) => ({
      decided: line("decided", "+", quantity),
      accepted: line("accepted", "+", decision === "accept" ? quantity : 0),
    }))
    .where("provider_uuid", "=", providerUuid)
    .where("receipt_uuid", "=", receipt_uuid)
    .where("line_uuid", "=", line_uuid)
    .execute();
}

/** Decides, as the owner of the goods, what becomes of unqualified pieces of a line, and does it. @returns the receipt's uuid */
export async function decide(scope: ReceiptScope, input: DecideInput): Promise<Result<string, RefusalName>> {
  const held = await heldReceipt(scope, input.receipt_uuid);
  if (held === null) return refuse("notFound");
  const refusal = getDecisionRefusal(held, scope.retailerUuid ?? scope.providerUuid);
  if (refusal !== null) return refuse(refusal);
  const status = statusAfter(held.status, "decide");
  if (status === null) return refuse("receipts.wrongState");
  const line = (await linesOf(scope, held.receipt_uuid)).find(({ line_uuid }) => line_uuid === input.line_uuid.toLowerCase());
  if (line === undefined) return refuse("notFound");
  if (input.quantity > undecidedPieces(line)) return refuse("receipts.moreThanUnqualified");
  const decisionUuid = newId();
  await writeDecision(scope, held, line, input, decisionUuid);
  const { acting, providerUuid, userUuid } = scope;
  const staff = { kind: "provider", providerUuid, userUuid } as const;
  await actAs(scope.tx, staff);
  const done = await carryOut(scope, held, line, input, decisionUuid);
  // A refusal takes all back, who the transaction acts for too; and after one of the ledger's it takes no more statements.
  if (!done.ok) return done;
  await actAs(scope.tx, acting);
  const detail = { quantity: input.quantity, reason: input.remark };
  const moved = await moveOn(scope, held, { event: "decide", status, detail });
  await finishStep(scope, moved, await linesOf(scope, held.receipt_uuid));
  return ok(held.receipt_uuid);
}
