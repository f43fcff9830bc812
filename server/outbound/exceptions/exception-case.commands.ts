import { sql } from "kysely";
import { exceptionsChanged } from "#src/outbound/exceptions/exceptions.contract.ts";
import type { ExceptionEvent, ExceptionStatus } from "#src/outbound/exceptions/exceptions.machine.ts";
import { insideTypes, isInsideWork } from "#src/outbound/exceptions/exceptions.rules.ts";
import type { Consent, ExceptionType, Resolution } from "#src/outbound/exceptions/exceptions.rules.ts";
import { takeNextNumbers } from "#server/platform/db/document-number.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import type { StepScope } from "#server/platform/services.ts";
import { asPlatform } from "../orders/order-scope.ts";

/** An exception that this transaction has locked. The order of one whose order changes too is locked before it. */
export interface LockedCase {
  exception_uuid: string;
  exception_number: string;
  type: ExceptionType;
  status: ExceptionStatus;
  /** null for a parcel that nobody knows, or a piece that no order expects */
  order_uuid: string | null;
  owner_uuid: string;
  warehouse_uuid: string | null;
  assignee_uuid: string | null;
  reason: string;
  resolution: Resolution | "";
  resolved_at: Date | null;
  closed_at: Date | null;
  /** a product that is proposed in place of a line's; null if none is */
  proposed_line_uuid: string | null;
  proposed_variant_uuid: string | null;
  proposed_sku: string;
  proposed_title: string;
  consent: Consent | "";
  version: number;
}

/** Pieces that were not found, or were picked twice. */
export interface CasePieces {
  readonly variant_uuid: string;
  readonly location_uuid: string;
  readonly quantity: number;
  /** one of `shortReasons`; empty for pieces that were picked twice */
  readonly reason: string;
}

/** What happens to an exception. */
export interface CaseChange {
  readonly event: ExceptionEvent;
  readonly set: Partial<
    Omit<LockedCase, "exception_uuid" | "exception_number" | "type" | "order_uuid" | "owner_uuid" | "warehouse_uuid" | "reason" | "version">
  >;
  readonly message?: string;
  readonly isInternal?: boolean;
  readonly byRetailer?: boolean;
  readonly pieces?: CasePieces;
}

/** An exception that is opened. */
export interface NewCase {
  readonly type: ExceptionType;
  /** null for a parcel that nobody knows */
  readonly order_uuid: string | null;
  readonly owner_uuid: string;
  readonly warehouse_uuid: string | null;
  readonly reason: string;
  readonly byRetailer: boolean;
  readonly pieces?: CasePieces;
}

const lockedColumns = sql`exception_uuid, exception_number, type, status, order_uuid, owner_uuid, warehouse_uuid, assignee_uuid, reason, resolution, resolved_at,
  closed_at, proposed_line_uuid, proposed_variant_uuid, proposed_sku, proposed_title,
  consent, version`;

/**
 * Locks an exception; null if the caller may not see it.
 * @param retailerUuid the calling retailer; null for staff
 */
export function lockCase(
  { tx, acting, providerUuid }: Pick<StepScope, "tx" | "acting" | "providerUuid">,
  retailerUuid: string | null,
  exceptionUuid: string,
): Promise<LockedCase | null> {
  return asPlatform({ tx, acting }, async () => {
    const { rows } = await sql<LockedCase>`
      select ${lockedColumns} from exception_case
      where provider_uuid = ${providerUuid} and exception_uuid = ${exceptionUuid}
        and (${retailerUuid === null} or (owner_uuid = ${retailerUuid ?? providerUuid}::uuid and type <> all (${[...insideTypes]}::text[])))
      for no key update`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Locks the unresolved exceptions of some orders, which are locked already, in the order of their uuids. */
export async function lockUnresolved(
  { tx, providerUuid }: Pick<StepScope, "tx" | "providerUuid">,
  orderUuids: readonly string[],
): Promise<LockedCase[]> {
  const { rows } = await sql<LockedCase>`
    select ${lockedColumns} from exception_case
    where provider_uuid = ${providerUuid} and order_uuid = any (${[...orderUuids]}::uuid[]) and status in ('open', 'assigned', 'waiting_retailer')
    order by exception_uuid for no key update`.execute(tx);
  return rows;
}

interface NewEvent {
  readonly of: Pick<LockedCase, "exception_uuid" | "owner_uuid" | "warehouse_uuid" | "type">;
  readonly from: ExceptionStatus | "";
  readonly to: ExceptionStatus;
  readonly change: Omit<CaseChange, "event" | "set"> & { readonly event: ExceptionEvent | "open" };
}

async function writeEvents({ tx, providerUuid, userUuid, now }: StepScope, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ of, from, to, change }) => ({
    exception_uuid: of.exception_uuid,
    event_uuid: newId(),
    owner_uuid: of.owner_uuid,
    warehouse_uuid: of.warehouse_uuid,
    by_retailer: change.byRetailer ?? false,
    event: change.event,
    from_status: from,
    to_status: to,
    is_internal: isInsideWork(of.type) || (change.isInternal ?? false),
    message: change.message ?? "",
    detail: change.pieces ?? {},
  }));
  await sql`
    insert into exception_event (provider_uuid, exception_uuid, event_uuid, owner_uuid, warehouse_uuid, at, user_uuid, by_retailer, event, from_status,
      to_status, is_internal, message, detail)
    select ${providerUuid}::uuid, e.exception_uuid, e.event_uuid, e.owner_uuid, e.warehouse_uuid, ${now}, ${userUuid}::uuid, e.by_retailer, e.event, e.from_status,
      e.to_status, e.is_internal, e.message, e.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (exception_uuid uuid, event_uuid uuid, owner_uuid uuid, warehouse_uuid uuid,
      by_retailer boolean, event text, from_status text, to_status text, is_internal boolean, message text, detail jsonb)`.execute(tx);
}

async function publishCases(
  { tx, providerUuid }: Pick<StepScope, "tx" | "providerUuid">,
  cases: readonly Pick<LockedCase, "exception_uuid" | "owner_uuid" | "warehouse_uuid" | "type">[],
): Promise<void> {
  for (const { exception_uuid, owner_uuid, warehouse_uuid, type } of cases)
    await publishEvent(
      tx,
      exceptionsChanged,
      { providerUuid, retailerUuid: owner_uuid === providerUuid || isInsideWork(type) ? null : owner_uuid, warehouseUuid: warehouse_uuid },
      { exception_uuid },
    );
}

/**
 * Saves changes of locked exceptions, each with its event.
 * @returns the exceptions as they are now
 */
export function saveCases(
  scope: StepScope,
  changes: readonly { readonly of: LockedCase; readonly change: CaseChange }[],
): Promise<LockedCase[]> {
  const { tx, providerUuid, now } = scope;
  const saved = changes.map(({ of, change }): LockedCase => ({ ...of, ...change.set, version: of.version + 1 }));
  return asPlatform(scope, async () => {
    await sql`
      update exception_case c set status = n.status, assignee_uuid = n.assignee_uuid, resolution = n.resolution, resolved_at = n.resolved_at,
        closed_at = n.closed_at, proposed_line_uuid = n.proposed_line_uuid, proposed_variant_uuid = n.proposed_variant_uuid,
        proposed_sku = n.proposed_sku, proposed_title = n.proposed_title, consent = n.consent,
        changed_at = ${now}, version = n.version
      from jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as n (exception_uuid uuid, status text, assignee_uuid uuid, resolution text,
        resolved_at timestamptz, closed_at timestamptz, proposed_line_uuid uuid, proposed_variant_uuid uuid, proposed_sku text,
        proposed_title text, consent text, version integer)
      where c.provider_uuid = ${providerUuid} and c.exception_uuid = n.exception_uuid`.execute(tx);
    await writeEvents(
      scope,
      changes.map(({ of, change }, index) => ({ of, from: of.status, to: saved[index]?.status ?? of.status, change })),
    );
    await publishCases(scope, saved);
    return saved;
  });
}

/**
 * Opens exceptions of orders that this transaction has locked. Where one of the type is unresolved, what happened is added to it instead.
 * @returns the number of each exception, in the order given
 */
export async function openCases(scope: StepScope, wanted: readonly NewCase[]): Promise<string[]> {
  if (wanted.length === 0) return [];
  const { tx, providerUuid, now } = scope;
  const keyOf = ({ order_uuid, type }: Pick<NewCase, "order_uuid" | "type">): string => `${order_uuid} ${type}`;
  const orderUuids = wanted.flatMap(({ order_uuid }) => order_uuid ?? []);
  const unresolved = orderUuids.length === 0 ? [] : await asPlatform(scope, () => lockUnresolved(scope, orderUuids));
  const known = new Map(unresolved.map((one) => [keyOf(one), one]));
  const fresh = wanted.filter((one) => !known.has(keyOf(one)));
  const issued = fresh.length === 0 ? [] : await takeNextNumbers(tx, providerUuid, "exception", now, fresh.length);
  const opened = fresh.map((one, index) => ({ ...one, exception_uuid: newId(), exception_number: issued[index] ?? "" }));
  if (opened.length > 0)
    await asPlatform(scope, async () => {
      await sql`
        insert into exception_case (provider_uuid, exception_uuid, exception_number, type, order_uuid, owner_uuid, warehouse_uuid, reason, opened_at, changed_at)
        select ${providerUuid}::uuid, n.exception_uuid, n.exception_number, n.type, n.order_uuid, n.owner_uuid, n.warehouse_uuid, n.reason, ${now}, ${now}
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as n (exception_uuid uuid, exception_number text, type text, order_uuid uuid, owner_uuid uuid,
          warehouse_uuid uuid, reason text)`.execute(tx);
      await writeEvents(
        scope,
        opened.map((of) => ({
          of,
          from: "",
          to: "open",
          change: {
            event: "open",
            message: of.pieces === undefined ? of.reason : "",
            byRetailer: of.byRetailer,
            ...(of.pieces === undefined ? {} : { pieces: of.pieces }),
          },
        })),
      );
      await publishCases(scope, opened);
    });
  const repeated = wanted.flatMap((one) => {
    const of = known.get(keyOf(one));
    if (of === undefined) return [];
    const { reason, byRetailer, pieces } = one;
    const change = { event: "repeat", set: {}, message: pieces === undefined ? reason : "", byRetailer } as const;
    return [{ of, change: pieces === undefined ? change : { ...change, pieces } }];
  });
  if (repeated.length > 0) await saveCases(scope, repeated);
  const numbers = new Map([...unresolved, ...opened].map((one) => [keyOf(one), one.exception_number]));
  return wanted.map((one) => numbers.get(keyOf(one)) ?? "");
}

interface EndOfCases {
  readonly types: readonly ExceptionType[];
  readonly resolution: Resolution;
}

async function resolveAll(scope: StepScope, cases: readonly LockedCase[], resolution: Resolution): Promise<void> {
  const set = { status: "resolved", resolution, resolved_at: scope.now } as const;
  if (cases.length > 0)
    await saveCases(
      scope,
      cases.map((of) => ({ of, change: { event: "resolve", set } })),
    );
}

/** Resolves the exceptions of some types of orders that this transaction has locked, because their cause has ended. */
export async function resolveCases(scope: StepScope, orderUuids: readonly string[], { types, resolution }: EndOfCases): Promise<void> {
  if (orderUuids.length === 0) return;
  const unresolved = await asPlatform(scope, () => lockUnresolved(scope, orderUuids));
  await resolveAll(
    scope,
    unresolved.filter(({ type }) => types.includes(type)),
    resolution,
  );
}

/** Resolves the exception of an unknown parcel: it was assigned, or its return was cancelled. */
export async function resolveUnknownParcel(scope: StepScope, number: string): Promise<void> {
  const { tx, providerUuid } = scope;
  await asPlatform(scope, async () => {
    const { rows } = await sql<LockedCase>`
      select ${lockedColumns} from exception_case
      where provider_uuid = ${providerUuid} and exception_number = ${number} and type = 'unknown_parcel' and status in ('open', 'assigned', 'waiting_retailer')
      for no key update`.execute(tx);
    await resolveAll(scope, rows, "other");
  });
}

/**
 * Opens an exception of an order that this transaction has locked: a label that failed, a channel that refused the parcel. What happens again while it is
 * unresolved is added to it. A parcel that nobody knows and a piece that no order expects have no order, and are the provider's. The caller says what happened in `reason`.
 * @returns the exception's number
 */
export async function openCase(
  scope: StepScope,
  opened:
    | (Pick<NewCase, "owner_uuid" | "warehouse_uuid" | "reason"> & {
        readonly type: "label_failed" | "channel_refused";
        readonly order_uuid: string;
      })
    | { readonly type: "unknown_parcel" | "wrong_item"; readonly warehouse_uuid: string; readonly reason: string },
): Promise<string> {
  const of = "order_uuid" in opened ? opened : { ...opened, order_uuid: null, owner_uuid: scope.providerUuid };
  const [number = ""] = await openCases(scope, [{ ...of, byRetailer: false }]);
  return number;
}
