import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ReturnDetail, ReturnEventRow, ReturnLine } from "#src/outbound/returns/returns.contract.ts";
import { returnEvents } from "#src/outbound/returns/returns.machine.ts";
import type { ReturnStatus } from "#src/outbound/returns/returns.machine.ts";
import { mostReturnEvents } from "#src/outbound/returns/returns.rules.ts";
import { selectName, withNames } from "#server/platform/db/limit-first.ts";
import { selectMainImage } from "#server/warehouse/goods/variants.queries.ts";
import { codesOfSku } from "../picking/pick-tasks.queries.ts";
import { selectReturns, selectRow, toReturnRow } from "./returns.queries.ts";
import type { ReturnScope } from "./returns.queries.ts";

/** SQL for a return's lines as JSON. The codes of goods concern the staff alone. */
function selectLines({ providerUuid, retailerUuid }: ReturnScope): RawBuilder<ReturnLine[]> {
  const codes = retailerUuid === null ? sql`coalesce(${codesOfSku}, '[]'::json)` : sql`'[]'::json`;
  return sql`coalesce((select json_agg(json_build_object('line_uuid', k.line_uuid, 'variant_uuid', k.variant_uuid, 'sku', k.sku, 'title', k.title,
      'main_image', case when p.product_uuid is null then '' else ${selectMainImage("p")} end, 'codes', ${codes}, 'lot', k.lot, 'expected', k.expected,
      'good', k.good, 'damaged', k.damaged, 'good_decision', k.good_decision, 'damaged_decision', k.damaged_decision, 'good_done', k.good_done,
      'damaged_done', k.damaged_done, 'is_own_stock', k.stock_owner_uuid = ${retailerUuid ?? providerUuid}) order by k.line_number)
    from return_line k
      left join variant v on v.provider_uuid = k.provider_uuid and v.variant_uuid = k.variant_uuid
      left join product p on p.provider_uuid = v.provider_uuid and p.product_uuid = v.product_uuid
    where k.provider_uuid = return_order.provider_uuid and k.return_uuid = return_order.return_uuid), '[]')`;
}

/** An event as JSON has it. */
interface StoredEvent {
  event_uuid: string;
  event: string;
  to_status: ReturnStatus;
  at: string;
  by_retailer: boolean;
  user_uuid: string | null;
  username: string;
  message: string;
  detail: { sku?: string; quantity?: number };
}

const eventsOfReturn = sql<StoredEvent[]>`coalesce((select json_agg(e) from (
  select e.event_uuid, e.event, e.to_status, e.at, e.by_retailer, e.user_uuid, ${selectName("e.user_uuid")} as username, e.message, e.detail
  from return_event e where e.provider_uuid = return_order.provider_uuid and e.return_uuid = return_order.return_uuid
  order by e.event_uuid desc limit ${sql.lit(mostReturnEvents)}) as e), '[]')`;

const photosOfReturn = sql<{ photo_uuid: string; filename: string; at: string }[]>`coalesce((select json_agg(json_build_object(
    'photo_uuid', h.photo_uuid, 'filename', f.file_uuid || '.' || f.extension, 'at', h.at) order by h.photo_uuid)
  from return_photo h join file f on f.provider_uuid = h.provider_uuid and f.file_uuid = h.file_uuid
  where h.provider_uuid = return_order.provider_uuid and h.return_uuid = return_order.return_uuid), '[]')`;

function toEvent({ event, at, by_retailer, user_uuid, detail, username, ...row }: StoredEvent): ReturnEventRow {
  return {
    event_uuid: row.event_uuid,
    event: (["announce", "receive", ...returnEvents] as const).find((one) => one === event) ?? "receive",
    to_status: row.to_status,
    at: new Date(at).toISOString(),
    username,
    by: by_retailer ? "retailer" : user_uuid === null ? "system" : "staff",
    message: row.message,
    sku: detail.sku ?? "",
    quantity: detail.quantity ?? 0,
  };
}

/** Returns a return with its lines, photos and newest events; null if the caller may not see it. */
export async function findReturnDetail(scope: ReturnScope, returnUuid: string): Promise<ReturnDetail | null> {
  const { tx, providerUuid, retailerUuid } = scope;
  const people = sql`select user_uuid from return_event where provider_uuid = ${providerUuid} and return_uuid = ${returnUuid} and user_uuid is not null`;
  const row = await selectRow(scope, selectReturns({ tx: withNames(tx, people), providerUuid, retailerUuid }))
    .where("return_order.return_uuid", "=", returnUuid)
    .select([selectLines(scope).as("lines"), eventsOfReturn.as("events"), photosOfReturn.as("photos")])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { lines, events, photos } = row;
  return {
    ...toReturnRow(row),
    lines,
    photos: photos.map(({ at, ...photo }) => ({ ...photo, at: new Date(at).toISOString() })),
    events: events.map(toEvent),
  };
}
