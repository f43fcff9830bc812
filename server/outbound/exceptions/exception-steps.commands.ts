import { sql } from "kysely";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type {
  answerException,
  askRetailer,
  assignException,
  closeException,
  NamedSubstitute,
  noteException,
  recallQuestion,
  reopenException,
} from "#src/outbound/exceptions/exceptions.contract.ts";
import { canDo, getNextExceptionStatus } from "#src/outbound/exceptions/exceptions.machine.ts";
import type { ExceptionEvent, ExceptionStatus } from "#src/outbound/exceptions/exceptions.machine.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { isInsideWork, isPastReopening, isResolutionOf } from "#src/outbound/exceptions/exceptions.rules.ts";
import { correctAddress } from "../orders/correct-address.commands.ts";
import { lockOrder } from "../orders/locked-orders.commands.ts";
import type { LockedOrder } from "../orders/locked-orders.commands.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { findSubstitute } from "../orders/substitute.commands.ts";
import { lockCase, lockUnresolved, saveCases } from "./exception-case.commands.ts";
import type { CaseChange, LockedCase } from "./exception-case.commands.ts";

interface Asked {
  readonly exception_uuid: string;
  readonly version: number;
}

type StepRefusal = "notFound" | "changedMeanwhile" | "exceptions.wrongState";

interface Locked {
  readonly of: LockedCase;
  readonly status: ExceptionStatus;
}

/** Locks an exception for an event that the caller's role may make in its state. */
export async function lockFor(
  scope: OrderScope,
  { exception_uuid, version }: Asked,
  event: ExceptionEvent,
): Promise<Result<Locked, StepRefusal>> {
  const of = await lockCase(scope, scope.retailerUuid, exception_uuid);
  if (of === null) return refuse("notFound");
  if (of.version !== version) return refuse("changedMeanwhile");
  const status = getNextExceptionStatus(of.status, event);
  if (status === null || scope.role === "system" || !canDo(scope.role, event, of.status)) return refuse("exceptions.wrongState");
  return ok({ of, status });
}

/** Locks the order of an exception, which comes before the exception itself. */
export async function lockOrderOf(scope: OrderScope, exceptionUuid: string): Promise<LockedOrder | null> {
  const { tx, providerUuid } = scope;
  const { rows } = await sql<{ order_uuid: string | null }>`
    select order_uuid from exception_case where provider_uuid = ${providerUuid} and exception_uuid = ${exceptionUuid}`.execute(tx);
  const [found] = rows;
  const orderUuid = found?.order_uuid ?? null;
  return orderUuid === null ? null : lockOrder(scope, orderUuid);
}

async function save(scope: OrderScope, of: LockedCase, change: CaseChange): Promise<Result<string, never>> {
  await saveCases(scope, [{ of, change: { ...change, byRetailer: scope.retailerUuid !== null } }]);
  return ok(of.exception_uuid);
}

/** Gives an exception to a staff member, by default to the caller. */
export async function assign(
  scope: OrderScope,
  { user_uuid, ...asked }: ParsedInputOf<typeof assignException>,
): Promise<Result<string, StepRefusal | "exceptions.cannotWork">> {
  const locked = await lockFor(scope, asked, "assign");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  const assignee = user_uuid?.toLowerCase() ?? scope.userUuid;
  if (user_uuid !== undefined) {
    const { rows } = await sql`
      select from staff_with_permission('exceptions', ${of.warehouse_uuid}::uuid) where user_uuid = ${user_uuid}::uuid`.execute(scope.tx);
    if (rows.length === 0) return refuse("exceptions.cannotWork");
  }
  return save(scope, of, { event: "assign", set: { status, assignee_uuid: assignee } });
}

/** Adds a message. A retailer's is for both sides. */
export async function note(
  scope: OrderScope,
  { message, is_internal, ...asked }: ParsedInputOf<typeof noteException>,
): Promise<Result<string, StepRefusal>> {
  const locked = await lockFor(scope, asked, "note");
  if (!locked.ok) return locked;
  const isInternal = is_internal && scope.retailerUuid === null;
  return save(scope, locked.value.of, { event: "note", set: {}, message, isInternal });
}

type Proposal = Pick<LockedCase, "proposed_line_uuid" | "proposed_variant_uuid" | "proposed_sku" | "proposed_title" | "consent">;
const noProposal: Proposal = { proposed_line_uuid: null, proposed_variant_uuid: null, proposed_sku: "", proposed_title: "", consent: "" };

/** Finds the product that a question proposes; a question without one takes an earlier proposal back. */
async function findProposal(
  scope: OrderScope,
  of: LockedCase,
  substitute: NamedSubstitute | undefined,
): Promise<Result<Proposal, RefusalName>> {
  if (substitute === undefined) return ok(noProposal);
  const { order_uuid, owner_uuid } = of;
  if (order_uuid === null || !isResolutionOf(of.type, "substituted")) return refuse("exceptions.resolutionUnfit");
  const found = await findSubstitute(scope, { order_uuid, owner_uuid }, substitute.line_uuid, { sku: substitute.sku });
  if (!found.ok) return found;
  const { variant_uuid, sku, title } = found.value;
  return ok({
    proposed_line_uuid: substitute.line_uuid,
    proposed_variant_uuid: variant_uuid,
    proposed_sku: sku,
    proposed_title: title,
    consent: "asked",
  });
}

/** Asks the retailer. The exception is the caller's from then on: the answer comes back to somebody. */
export async function ask(
  scope: OrderScope,
  { message, substitute, ...asked }: ParsedInputOf<typeof askRetailer>,
): Promise<Result<string, RefusalName>> {
  const locked = await lockFor(scope, asked, "ask");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  if (of.owner_uuid === scope.providerUuid || isInsideWork(of.type)) return refuse("exceptions.noRetailer");
  const proposal = await findProposal(scope, of, substitute);
  if (!proposal.ok) return proposal;
  return save(scope, of, { event: "ask", set: { status, assignee_uuid: of.assignee_uuid ?? scope.userUuid, ...proposal.value }, message });
}

/** Ends the waiting for an answer. */
export async function recall(
  scope: OrderScope,
  { message, ...asked }: ParsedInputOf<typeof recallQuestion>,
): Promise<Result<string, StepRefusal>> {
  const locked = await lockFor(scope, asked, "recall");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  return save(scope, of, { event: "recall", set: { status }, message });
}

/** Answers the supplier's question. A corrected address is the order's at once: the supplier looks at it before the order goes on. */
export async function answer(
  scope: OrderScope,
  { message, recipient, agrees, ...asked }: ParsedInputOf<typeof answerException>,
): Promise<Result<string, RefusalName>> {
  const order = await lockOrderOf(scope, asked.exception_uuid);
  const locked = await lockFor(scope, asked, "answer");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  if (order === null) return refuse("notFound");
  if (message === "" && recipient === undefined && agrees === undefined) return refuse("exceptions.answerEmpty");
  if (agrees !== undefined && of.consent === "") return refuse("exceptions.noProposal");
  if (recipient !== undefined) {
    if (of.type !== "address") return refuse("exceptions.notAddress");
    const corrected = await correctAddress(scope, order, recipient);
    if (!corrected.ok) return corrected;
  }
  const consent = agrees === undefined ? of.consent : agrees ? "agreed" : "declined";
  return save(scope, of, { event: "answer", set: { status, consent }, message });
}

/** Closes a resolved exception. */
export async function close(scope: OrderScope, asked: ParsedInputOf<typeof closeException>): Promise<Result<string, StepRefusal>> {
  const locked = await lockFor(scope, asked, "close");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  return save(scope, of, { event: "close", set: { status, closed_at: scope.now } });
}

/** Reopens an exception; it is the caller's then. */
export async function reopen(
  scope: OrderScope,
  { message, ...asked }: ParsedInputOf<typeof reopenException>,
): Promise<Result<string, StepRefusal | "exceptions.tooLate" | "exceptions.openAlready">> {
  const order = await lockOrderOf(scope, asked.exception_uuid);
  const locked = await lockFor(scope, asked, "reopen");
  if (!locked.ok) return locked;
  const { of, status } = locked.value;
  if (order === null && of.order_uuid !== null) return refuse("notFound");
  if (isPastReopening(of.resolved_at?.toISOString() ?? "", scope.now)) return refuse("exceptions.tooLate");
  const others = await lockUnresolved(scope, of.order_uuid === null ? [] : [of.order_uuid]);
  if (others.some(({ type }) => type === of.type)) return refuse("exceptions.openAlready");
  const set = { status, assignee_uuid: scope.userUuid, resolution: "", resolved_at: null, closed_at: null } as const;
  return save(scope, of, { event: "reopen", set, message });
}
