import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "#src/kit/lib/languages.ts";
import type { LabelSize } from "#src/outbound/waybills/waybills.rules.ts";
import type { CarrierAddress, NewWaybill } from "#server/integrations/carriers/carrier.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import type { LabelParty, ShippingLabel } from "./draw-label.ts";
import { readNewWaybills } from "./new-waybill.queries.ts";

type LabelScope = Pick<OrderScope, "tx" | "providerUuid" | "now">;

/** How labels of ours are drawn. */
export interface DrawnHow {
  readonly size: LabelSize;
  readonly language: Language;
}

/** A label of ours: what is on it, and its drawing if that is stored. */
export interface OwnLabel {
  readonly label: ShippingLabel;
  readonly drawnAs: string;
  readonly bytes: Buffer | null;
}

interface Row {
  readonly waybill_uuid: string;
  readonly waybill_number: string;
  readonly channel_name: string;
  readonly order_number: string;
  readonly parcel_number: string;
  readonly position: number;
  readonly count: number;
  readonly issued_at: Date;
}

function toParty({ name, company, phone, street, city, state, postcode, countryCode: country }: CarrierAddress): LabelParty {
  return { name, company, phone, street, city, state, postcode, country };
}

const nobody: LabelParty = { name: "", company: "", phone: "", street: "", city: "", state: "", postcode: "", country: "" };

/** What customs reads: the contents with their value. Nothing is declared of a parcel that stays in the country. */
function describeContents({ sender, recipient, items }: NewWaybill): string | null {
  if (sender === null || sender.countryCode === recipient.countryCode || items.length === 0) return null;
  const values = [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, same]) => {
    const cents = same.reduce((sum, { quantity, unitValueCents }) => sum + quantity * unitValueCents, 0);
    return `${(cents / 100).toFixed(2)} ${currency}`;
  });
  return `${items.map(({ quantity, nameEn }) => `${quantity} × ${nameEn}`).join(", ")} · ${values.join(" + ")}`;
}

function toLabel(row: Row, told: NewWaybill, language: Language): ShippingLabel {
  return {
    waybillNumber: row.waybill_number,
    channelName: row.channel_name,
    sender: told.sender === null ? nobody : toParty(told.sender),
    recipient: toParty(told.recipient),
    orderNumber: row.order_number,
    parcelNumber: row.parcel_number,
    parcelPosition: row.position,
    parcelCount: row.count,
    grams: told.grams,
    collect: told.collect,
    customs: describeContents(told),
    language,
    at: row.issued_at,
  };
}

/** Reads the labels that we draw for waybills, by their uuids. A drawing that is out of date, as after a new sender, is not among them. */
export async function readOwnLabels(
  scope: LabelScope,
  uuids: readonly string[],
  { size, language }: DrawnHow,
): Promise<Map<string, OwnLabel>> {
  if (uuids.length === 0) return new Map();
  const { tx, providerUuid } = scope;
  const told = await readNewWaybills(scope, uuids);
  const { rows } = await sql<Row>`
    select w.waybill_uuid, w.waybill_number, c.name as channel_name, o.order_number, p.parcel_number, w.issued_at,
      (select count(*)::integer from parcel q where q.provider_uuid = p.provider_uuid and q.order_uuid = p.order_uuid and q.status <> 'voided'
        and q.parcel_uuid <= p.parcel_uuid) as position,
      (select count(*)::integer from parcel q where q.provider_uuid = p.provider_uuid and q.order_uuid = p.order_uuid and q.status <> 'voided') as count
    from waybill w
      join channel c on c.provider_uuid = w.provider_uuid and c.channel_uuid = w.channel_uuid
      join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
      join sales_order o on o.provider_uuid = w.provider_uuid and o.order_uuid = w.order_uuid
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  const wanted = rows.flatMap((row) => {
    const of = told.get(row.waybill_uuid);
    if (of === undefined) return [];
    const label = toLabel(row, of, language);
    const digest = createHash("sha256").update(JSON.stringify(label)).digest("hex").slice(0, 40);
    return [{ waybill_uuid: row.waybill_uuid, label, drawnAs: `${size} ${language} ${digest}` }];
  });
  const given = wanted.map(({ waybill_uuid, drawnAs }) => ({ waybill_uuid, drawn_as: drawnAs }));
  const stored = await sql<{ waybill_uuid: string; bytes: Buffer }>`
    select l.waybill_uuid, l.bytes
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (waybill_uuid uuid, drawn_as text)
      join waybill_label l on l.provider_uuid = ${providerUuid} and l.waybill_uuid = n.waybill_uuid and l.drawn_as = n.drawn_as`.execute(
    tx,
  );
  const bytes = new Map(stored.rows.map((row) => [row.waybill_uuid, row.bytes]));
  return new Map(
    wanted.map(({ waybill_uuid, label, drawnAs }) => [waybill_uuid, { label, drawnAs, bytes: bytes.get(waybill_uuid) ?? null }]),
  );
}

/** Draws and stores the labels of waybills that are not drawn yet. The waybills are locked. */
export async function storeOwnLabels(scope: LabelScope, uuids: readonly string[], how: DrawnHow): Promise<void> {
  const { tx, providerUuid, now } = scope;
  for (const [uuid, { label, drawnAs, bytes }] of await readOwnLabels(scope, uuids, how)) {
    if (bytes !== null) continue;
    // Fonts and barcodes take 65 MB: loaded with the first label.
    const { drawShippingLabels } = await import("./draw-label.ts");
    const drawn = await drawShippingLabels([label], how.size);
    await sql`
      insert into waybill_label (provider_uuid, waybill_uuid, warehouse_uuid, type, bytes, sha256, stored_at, drawn_as)
      select w.provider_uuid, w.waybill_uuid, w.warehouse_uuid, 'application/pdf', ${drawn}, sha256(${drawn}), ${now}, ${drawnAs}
      from waybill w where w.provider_uuid = ${providerUuid} and w.waybill_uuid = ${uuid}
      on conflict do nothing`.execute(tx);
  }
}
