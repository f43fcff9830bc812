import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf, ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { getConfirmRefusal, getNextTopUpStatus, getTopUpRequestRefusal } from "#src/billing/wallet/top-up-request.machine.ts";
import type { TopUpRequestEvent, TopUpRequestStatus } from "#src/billing/wallet/top-up-request.machine.ts";
import type { confirmTopUpRequest, requestTopUp } from "#src/billing/wallet/top-up-requests.contract.ts";
import { getViolatedUnique } from "#server/platform/db/violations.ts";
import { movementId } from "#server/warehouse/stock/movement-id.ts";
import { readCurrency } from "./accounts.queries.ts";
import { notifyWalletChanged } from "./postings.commands.ts";
import { getProviderDay } from "./provider-clock.queries.ts";
import { addTopUp } from "./top-ups.commands.ts";
import type { WalletScope } from "./wallet-scope.ts";

type Input<C extends typeof requestTopUp | typeof confirmTopUpRequest> = Omit<ParsedInputOf<C>, "provider_uuid">;

/** A request locked by this transaction. */
interface LockedRequest {
  readonly request_uuid: string;
  readonly retailer_uuid: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly reference: string;
}

/**
 * Adds a retailer's request for a transfer it has sent, in the currency of its wallet.
 * @param scope of the retailer
 * @returns `wallet.dayAhead` for a day in the future in the provider's time zone, `wallet.requestTwice` if a request with this reference is open
 */
export async function insertTopUpRequest(
  { tx, providerUuid, retailerUuid, userUuid, now }: WalletScope,
  input: Input<typeof requestTopUp>,
): Promise<Result<OutputOf<typeof requestTopUp>, RefusalName>> {
  if (retailerUuid === null) return refuse("notFound");
  if (input.sent_on > (await getProviderDay(tx, providerUuid, now)).today) return refuse("wallet.dayAhead");
  const request_uuid = movementId(now);
  const currency = await readCurrency(tx, providerUuid, retailerUuid);
  const row = { provider_uuid: providerUuid, request_uuid, retailer_uuid: retailerUuid, currency, ...input };
  try {
    await tx
      .insertInto("top_up_request")
      .values({ ...row, requested_at: now, requested_by: userUuid })
      .execute();
  } catch (error) {
    if (getViolatedUnique(error) !== "top_up_request_reference_key") throw error;
    return refuse("wallet.requestTwice");
  }
  await notifyWalletChanged(tx, providerUuid, [retailerUuid]);
  return ok({ request_uuid, currency });
}

/** Locks a request for a decision. The second of two concurrent decisions waits and is refused. */
async function lockForEvent(
  { tx, providerUuid }: WalletScope,
  requestUuid: string,
  event: TopUpRequestEvent,
): Promise<Result<{ request: LockedRequest; status: TopUpRequestStatus }, "notFound" | "wallet.requestDecided">> {
  // Read first without a lock: a retailer may lock a request only while it is open.
  const rows = tx.selectFrom("top_up_request").where("provider_uuid", "=", providerUuid).where("request_uuid", "=", requestUuid);
  const found = await rows.select("status").executeTakeFirst();
  if (found === undefined) return refuse("notFound");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  const refusal = getTopUpRequestRefusal(found.status as TopUpRequestStatus, event);
  if (refusal !== null) return refuse(refusal);
  const row = await rows
    .select(["request_uuid", "retailer_uuid", "amount_cents", "currency", "reference", "status"])
    .where("status", "=", "requested")
    .forUpdate()
    .executeTakeFirst();
  // Somebody else may have decided meanwhile.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
  const status = row === undefined ? null : getNextTopUpStatus(row.status as TopUpRequestStatus, event);
  return row === undefined || status === null ? refuse("wallet.requestDecided") : ok({ request: row, status });
}

async function saveDecision(
  { tx, providerUuid, userUuid, now }: WalletScope,
  { request_uuid, retailer_uuid }: LockedRequest,
  decision: { status: TopUpRequestStatus; decision_note?: string; top_up_uuid?: string },
): Promise<void> {
  await tx
    .updateTable("top_up_request")
    .set({ ...decision, decided_at: now, decided_by: userUuid })
    .where("provider_uuid", "=", providerUuid)
    .where("request_uuid", "=", request_uuid)
    .execute();
  await notifyWalletChanged(tx, providerUuid, [retailer_uuid]);
}

/** A decision about a request, and the request. */
export interface Decided {
  readonly request: LockedRequest;
  readonly status: TopUpRequestStatus;
}

/**
 * Withdraws or declines a request; the balance does not change.
 * @param note why it is declined
 */
export async function closeTopUpRequest(
  scope: WalletScope,
  requestUuid: string,
  { event, note }: { event: "withdraw" | "decline"; note: string },
): Promise<Result<Decided, RefusalName>> {
  const locked = await lockForEvent(scope, requestUuid, event);
  if (!locked.ok) return locked;
  await saveDecision(scope, locked.value.request, { status: locked.value.status, decision_note: note });
  return locked;
}

/** Confirms a request: records the payment as a top-up with the request's reference, or the bank's, in the same transaction. */
export async function confirmRequest(
  scope: WalletScope,
  { request_uuid, amount_cents, received_on, note, reference = "" }: Input<typeof confirmTopUpRequest>,
): Promise<Result<OutputOf<typeof confirmTopUpRequest> & { readonly request: LockedRequest }, RefusalName>> {
  const locked = await lockForEvent(scope, request_uuid, "confirm");
  if (!locked.ok) return locked;
  const { request, status } = locked.value;
  if (amount_cents !== request.amount_cents && note === "") return refuse("wallet.requestNote");
  const { retailer_uuid } = request;
  const payment = {
    retailer_uuid,
    amount_cents,
    method: "bank",
    reference: reference || request.reference,
    received_on,
    remark: note,
  } as const;
  const added = await addTopUp(scope, payment);
  if (!added.ok) return added;
  const { top_up_uuid, currency } = added.value;
  // The wallet received its first entry in another currency since the request.
  const refusal = getConfirmRefusal({ status: "requested", currency: request.currency, wallet_currency: currency });
  if (refusal !== null) return refuse(refusal);
  await saveDecision(scope, request, { status, decision_note: note, top_up_uuid });
  return ok({ ...added.value, request_uuid: request.request_uuid, status, request });
}
