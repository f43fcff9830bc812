import type { RefusalName } from "#src/kit/api/codes.ts";
import { codeName } from "#src/kit/api/codes.ts";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { resolveException } from "#src/outbound/exceptions/exceptions.contract.ts";
import { isResolutionOf, needsMessage } from "#src/outbound/exceptions/exceptions.rules.ts";
import type { ChosenResolution } from "#src/outbound/exceptions/exceptions.rules.ts";
import { allocate } from "../orders/allocate.commands.ts";
import { correctAddress } from "../orders/correct-address.commands.ts";
import { cancelStep, rejectCancelStep, releaseHoldStep, returnStep } from "../orders/desk-steps.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { takeStep } from "../orders/order-steps.commands.ts";
import type { OrderStep } from "../orders/order-steps.commands.ts";
import { split } from "../orders/split.commands.ts";
import { findSubstitute, substituteLine } from "../orders/substitute.commands.ts";
import { statusesInWave } from "#src/outbound/orders/orders.machine.ts";
import { reopen } from "../packing/reopen.commands.ts";
import { acceptCancels } from "../waves/accept-cancel.commands.ts";
import { saveCases } from "./exception-case.commands.ts";
import type { LockedCase } from "./exception-case.commands.ts";
import { listWithFailedLabel } from "./failed-labels.queries.ts";
import { scrapDamaged } from "./scrap-damaged.commands.ts";
import { lockFor, lockOrderOf } from "./exception-steps.commands.ts";

type Input = ParsedInputOf<typeof resolveException>;
type Done = Result<null, RefusalName>;

/** Finds the name of the refusal of a row. */
function toResult([failed]: readonly RefusedRow[]): Done {
  if (failed === undefined) return ok(null);
  const name = codeName(failed.code);
  if (name === null || name === "success") throw new Error(`exceptions: a step was refused with the unknown code ${failed.code}`);
  return refuse(name);
}

async function take<I>(scope: OrderScope, step: OrderStep<I>, { order_uuid }: LockedOrder, input: I): Promise<Done> {
  return toResult(await takeStep(scope, step, [order_uuid], input));
}

/** Cancels an order; one in a wave as its owner wished, so that what was picked goes back to a shelf. */
async function cancelOrder(scope: OrderScope, order: LockedOrder, message: string): Promise<Done> {
  if (order.wave_uuid !== null) return toResult(await acceptCancels(scope, [order.order_uuid]));
  return take(scope, cancelStep, order, { reason: message });
}

async function reallocate(scope: OrderScope, order: LockedOrder): Promise<Done> {
  if (order.holds.length > 0) return refuse("orders.held");
  const [now] = await allocate(scope, [order]);
  if (now?.status === "allocated") return ok(null);
  return refuse(now?.status === "short" ? "stock.notEnough" : "orders.wrongState");
}

/** Moves pieces to an order of their own. @param isCancelled whether that order is cancelled: the rest is shipped without them */
async function moveLines(
  scope: OrderScope,
  { order_uuid, version }: LockedOrder,
  { lines, message }: Input,
  isCancelled: boolean,
): Promise<Done> {
  if (lines.length === 0) return refuse("orders.splitNothing");
  const moved = await split(scope, { order_uuid, version, warehouse_uuid: null, lines });
  if (!moved.ok) return moved;
  if (!isCancelled) return ok(null);
  const rest = await lockOrder(scope, moved.value.newOrderUuid);
  if (rest === null) throw new Error("exceptions: the new order of a split is missing");
  return take(scope, cancelStep, rest, { reason: message });
}

/** Ships another product: for a retailer the one that it agreed to, for the provider's own order the one that is named now. */
async function substitute(scope: OrderScope, order: LockedOrder, input: Input, of: LockedCase): Promise<Done> {
  const { proposed_line_uuid, proposed_variant_uuid, consent } = of;
  if (order.owner_uuid === scope.providerUuid) {
    if (input.substitute === undefined) return refuse("exceptions.noProposal");
    const { line_uuid, sku } = input.substitute;
    const found = await findSubstitute(scope, order, line_uuid, { sku });
    return found.ok ? substituteLine(scope, order, { line_uuid, variant_uuid: found.value.variant_uuid }) : found;
  }
  if (proposed_line_uuid === null || proposed_variant_uuid === null) return refuse("exceptions.noProposal");
  if (consent !== "agreed") return refuse("exceptions.noConsent");
  return substituteLine(scope, order, { line_uuid: proposed_line_uuid, variant_uuid: proposed_variant_uuid });
}

async function releaseAddressHold(scope: OrderScope, order: LockedOrder): Promise<Done> {
  return take(scope, releaseHoldStep, order, { hold: "address" });
}

async function correct(scope: OrderScope, order: LockedOrder, { recipient }: Input): Promise<Done> {
  if (recipient === undefined) return refuse("exceptions.recipientRequired");
  const corrected = await correctAddress(scope, order, recipient);
  return corrected.ok ? releaseAddressHold(scope, corrected.value) : corrected;
}

async function rejectCancel(scope: OrderScope, order: LockedOrder, message: string): Promise<Done> {
  if (order.wave_uuid !== null) return take(scope, rejectCancelStep, order, { reason: message });
  return take(scope, releaseHoldStep, order, { hold: "cancel" });
}

async function unpack(scope: OrderScope, order_uuid: string): Promise<Done> {
  const reopened = await reopen(scope, { order_uuid });
  return reopened.ok ? ok(null) : reopened;
}

/** Takes a person's word that an order has its labels, unless one is still wrong: closing that case would hide it. */
async function confirmRelabelled(scope: OrderScope, { order_uuid, status }: LockedOrder): Promise<Done> {
  if (!statusesInWave.some((one) => one === status)) return refuse("orders.wrongState");
  return (await listWithFailedLabel(scope, [order_uuid])).size > 0 ? refuse("exceptions.labelStillFailed") : ok(null);
}

/** What each resolution does with the order. */
const effects: Readonly<Record<ChosenResolution, (scope: OrderScope, order: LockedOrder, input: Input, of: LockedCase) => Promise<Done>>> =
  {
    reallocated: (scope, order) => reallocate(scope, order),
    split: (scope, order, input) => moveLines(scope, order, input, false),
    substituted: (scope, order, input, of) => substitute(scope, order, input, of),
    lines_cancelled: (scope, order, input) => moveLines(scope, order, input, true),
    order_cancelled: (scope, order, { message }) => cancelOrder(scope, order, message),
    cancel_rejected: (scope, order, { message }) => rejectCancel(scope, order, message),
    address_corrected: (scope, order, input) => correct(scope, order, input),
    address_confirmed: (scope, order) => releaseAddressHold(scope, order),
    order_returned: (scope, order, { message }) => take(scope, returnStep, order, { reason: message }),
    repacked: (scope, { order_uuid }) => unpack(scope, order_uuid),
    relabelled: (scope, order) => confirmRelabelled(scope, order),
    scrapped: (scope, order, _input, of) => scrapDamaged(scope, order, of),
    other: async () => ok(null),
  };

/**
 * Resolves an exception, and does with its order what the resolution says. A refusal of the order refuses the whole.
 * @returns the exception's uuid
 */
export async function resolve(scope: OrderScope, input: Input): Promise<Result<string, RefusalName>> {
  const { resolution, message } = input;
  const order = await lockOrderOf(scope, input.exception_uuid);
  const locked = await lockFor(scope, input, "resolve");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  if (order === null && of.order_uuid !== null) return refuse("notFound");
  if (!isResolutionOf(of.type, resolution)) return refuse("exceptions.resolutionUnfit");
  if (message === "" && needsMessage(of.type, resolution)) return refuse("exceptions.messageRequired");
  // The exception first: the steps of the order would resolve it in their own way.
  await saveCases(scope, [{ of, change: { event: "resolve", set: { status, resolution, resolved_at: scope.now }, message } }]);
  if (order === null) return ok(of.exception_uuid);
  const done = await effects[resolution](scope, order, input, of);
  return done.ok ? ok(of.exception_uuid) : done;
}
