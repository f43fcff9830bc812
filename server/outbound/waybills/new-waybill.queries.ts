import { sql } from "kysely";
import type { CarrierAddress, CarrierItem, CarrierRecipient, NewWaybill } from "#server/integrations/carriers/carrier.ts";
import type { LabelFormat } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import type { WaybillProblemKind } from "#src/outbound/waybills/waybills.rules.ts";
import type { OrderScope } from "../orders/order-scope.ts";

/** Goods as a declaration names them: a line of the order, or the pieces of a SKU in a parcel. */
interface Declared {
  readonly sku: string;
  readonly name_en: string;
  readonly name_zh: string;
  readonly quantity: number;
  readonly value_cents: number;
  /** of the value; empty if it has none of its own */
  readonly currency: string;
  readonly grams: number | null;
  readonly hs_code: string;
  readonly origin_country: string;
}

interface Row {
  readonly waybill_uuid: string;
  readonly reference: string;
  readonly code: string;
  readonly internal_id: string;
  readonly label_format: LabelFormat;
  readonly grams: number;
  readonly length_mm: number | null;
  readonly width_mm: number | null;
  readonly height_mm: number | null;
  readonly country: string;
  readonly currency: string;
  readonly ioss_number: string;
  readonly vat_number: string;
  readonly is_only_parcel: boolean;
  readonly cod_cents: number | null;
  readonly cod_currency: string;
  readonly is_first_parcel: boolean;
  readonly recipient: Omit<CarrierRecipient, "countryCode" | "company">;
  readonly sender: CarrierAddress | null;
  readonly has_battery: boolean;
  readonly lines: readonly Declared[];
  readonly items: readonly Declared[];
}

/** SQL for what is declared of `quantity` pieces of a variant `v`, with the order's line `l` first, if there is one. */
const declared = (quantity: string) => sql`
  'sku', v.sku, 'quantity', ${sql.ref(quantity)},
  'name_en', coalesce(nullif(l.declared_name, ''), nullif(v.declared_name, ''), nullif(l.title, ''), nullif(v.title, ''), v.sku),
  'name_zh', coalesce(nullif(l.declared_name_zh, ''), v.declared_name_zh),
  'value_cents', coalesce(l.declared_value_cents, v.declared_value_cents, l.unit_price_cents, 0),
  'currency', case when l.declared_value_cents is not null then l.declared_currency when v.declared_value_cents is not null then v.currency
    when l.unit_price_cents is not null then o.currency else '' end,
  'grams', coalesce(v.measured_weight_grams, v.weight_grams),
  'hs_code', coalesce(nullif(l.hs_code, ''), v.hs_code), 'origin_country', coalesce(nullif(l.origin_country, ''), v.origin_country)`;

function toItems(goods: readonly Declared[], parcelGrams: number, usualCurrency: string): CarrierItem[] {
  const pieces = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  // Carriers ask for a weight of each piece: an equal share where it is not known.
  const share = Math.max(1, Math.floor(parcelGrams / Math.max(1, pieces)));
  return goods.map(({ sku, name_en, name_zh, quantity, value_cents, currency, grams, hs_code, origin_country }) => ({
    sku,
    nameEn: name_en,
    nameZh: name_zh,
    quantity,
    unitValueCents: value_cents,
    currency: currency === "" ? usualCurrency : currency,
    unitGrams: grams ?? share,
    hsCode: hs_code,
    originCountry: origin_country,
  }));
}

function toNewWaybill(row: Row): NewWaybill {
  const { reference, code, internal_id, sender, recipient, country, grams, length_mm, width_mm, height_mm, ioss_number, vat_number } = row;
  const { cod_cents, cod_currency, is_first_parcel, label_format } = row;
  // A bundle is one line of the order, and declared as such. In several parcels, each declares what it contains.
  const goods = row.is_only_parcel && row.lines.length > 0 ? row.lines : row.items;
  const currency = goods.find((one) => one.currency !== "")?.currency ?? (row.currency === "" ? "USD" : row.currency);
  return {
    reference,
    channelCode: code,
    channelInternalId: internal_id,
    sender,
    recipient: { ...recipient, company: "", countryCode: country },
    grams,
    size:
      length_mm === null || width_mm === null || height_mm === null
        ? null
        : { lengthMm: length_mm, widthMm: width_mm, heightMm: height_mm },
    currency,
    hasBattery: row.has_battery,
    labelFormat: label_format,
    items: toItems(goods, grams, currency),
    iossNumber: ioss_number,
    vatNumber: vat_number,
    // Once for an order, however many parcels it has.
    collect: cod_cents === null || !is_first_parcel ? null : { cents: cod_cents, currency: cod_currency },
  };
}

/** Why there is no waybill. @property text the carrier's words, or ours about it */
export interface WaybillProblem {
  readonly kind: WaybillProblemKind;
  readonly text: string;
}

/** Finds what no carrier is asked for: none could do it, and a parcel that went out all the same would be paid for by nobody, or stopped by customs. */
export function findUnaskable({ collect, items }: NewWaybill): WaybillProblem | null {
  if (collect !== null) return { kind: "cannotCollect", text: `${(collect.cents / 100).toFixed(2)} ${collect.currency}` };
  const currencies = [...new Set(items.map(({ currency }) => currency))].toSorted();
  return currencies.length > 1 ? { kind: "mixedCurrencies", text: currencies.join(", ") } : null;
}

/** Reads what carriers are told of parcels, by their waybills' uuids. */
export async function readNewWaybills(
  { tx, providerUuid }: Pick<OrderScope, "tx" | "providerUuid">,
  uuids: readonly string[],
): Promise<Map<string, NewWaybill>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select w.waybill_uuid, w.reference, c.code, c.internal_id, c.label_format, coalesce(p.measured_grams, p.expected_grams, 1) as grams, coalesce(p.length_mm, b.length_mm) as length_mm,
      coalesce(p.width_mm, b.width_mm) as width_mm, coalesce(p.height_mm, b.height_mm) as height_mm,
      o.country, o.currency, o.ioss_number, o.vat_number, o.cod_cents, o.cod_currency,
      not exists (select from parcel q where q.provider_uuid = o.provider_uuid and q.order_uuid = o.order_uuid and q.status <> 'voided'
        and q.parcel_uuid < p.parcel_uuid) as is_first_parcel,
      (select count(*) = 1 from parcel q where q.provider_uuid = o.provider_uuid and q.order_uuid = o.order_uuid and q.status <> 'voided') as is_only_parcel,
      jsonb_build_object('name', coalesce(r.consignee, ''), 'phone', coalesce(nullif(r.phone, ''), r.mobile, ''), 'email', coalesce(r.email, ''),
        'street', coalesce(r.address, ''), 'city', coalesce(r.city, ''), 'state', coalesce(r.state, ''), 'postcode', coalesce(r.zip, ''),
        'idNumber', coalesce(r.id_number, '')) as recipient,
      case when s.warehouse_uuid is not null then jsonb_build_object('name', s.name, 'company', s.company, 'phone', s.phone, 'email', s.email,
        'countryCode', s.country, 'state', s.state, 'city', s.city, 'postcode', s.postcode, 'street', s.street) end as sender,
      coalesce((select jsonb_agg(jsonb_build_object(${declared("l.quantity")}) order by l.line_number)
        from order_line l join variant v on v.provider_uuid = l.provider_uuid and v.variant_uuid = l.variant_uuid
        where l.provider_uuid = o.provider_uuid and l.order_uuid = o.order_uuid), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object(${declared("i.quantity")}) order by v.sku)
        from (select provider_uuid, variant_uuid, sum(quantity)::integer as quantity from parcel_item
            where provider_uuid = p.provider_uuid and parcel_uuid = p.parcel_uuid group by 1, 2) i
          join variant v on v.provider_uuid = i.provider_uuid and v.variant_uuid = i.variant_uuid
          left join lateral (select * from order_line n where n.provider_uuid = o.provider_uuid and n.order_uuid = o.order_uuid
            and n.variant_uuid = i.variant_uuid order by n.line_number limit 1) l on true), '[]') as items,
      exists (select from parcel_item i join variant v on v.provider_uuid = i.provider_uuid and v.variant_uuid = i.variant_uuid
        where i.provider_uuid = p.provider_uuid and i.parcel_uuid = p.parcel_uuid and v.has_battery) as has_battery
    from waybill w
      join parcel p on p.provider_uuid = w.provider_uuid and p.parcel_uuid = w.parcel_uuid
      join sales_order o on o.provider_uuid = w.provider_uuid and o.order_uuid = w.order_uuid
      join channel c on c.provider_uuid = w.provider_uuid and c.channel_uuid = w.channel_uuid
      left join order_recipient r on r.provider_uuid = o.provider_uuid and r.order_uuid = o.order_uuid
      left join box_type b on b.provider_uuid = p.provider_uuid and b.box_uuid = p.box_uuid
      left join warehouse_sender s on s.provider_uuid = w.provider_uuid and s.warehouse_uuid = w.warehouse_uuid
    where w.provider_uuid = ${providerUuid} and w.waybill_uuid = any (${[...uuids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.waybill_uuid, toNewWaybill(row)]));
}
