import { listItems } from "#src/billing/catalogue/catalogue.contract.ts";
import { listClaims, listOffers } from "#src/billing/catalogue/claims.contract.ts";
import { firstPage, provider, retailer } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit } from "./reads-sql.ts";

/** The pictures of the products of `page`, as `pictures`. */
const pictures = `select i.product_uuid, json_agg(f.file_uuid order by i.position) as image_uuids, json_agg(f.file_uuid || '.' || f.extension order by i.position) as images
  from product_image i join file f on f.provider_uuid = i.provider_uuid and f.file_uuid = i.file_uuid
  where i.provider_uuid = $1 and i.product_uuid = any (array(select product_uuid from page)) group by i.product_uuid`;

const measures = `'weight_grams', v.weight_grams, 'length_mm', v.length_mm, 'width_mm', v.width_mm, 'height_mm', v.height_mm`;

// Staff see the provider's stock, so its own statement counts what is available. Claimed variants that are archived are the retailers' only.
const items = `with page as (select * from catalogue_item where provider_uuid = $1 order by item_uuid desc limit 50),
    offered as (
      select page.item_uuid, v.variant_uuid, json_build_object('variant_uuid', v.variant_uuid, 'sku', v.sku, 'title', v.title, 'weight_grams', coalesce(v.measured_weight_grams, v.weight_grams),
        'length_mm', coalesce(v.measured_length_mm, v.length_mm), 'width_mm', coalesce(v.measured_width_mm, v.width_mm), 'height_mm', coalesce(v.measured_height_mm, v.height_mm), 'available', coalesce((
          select min(stored.pieces / part.quantity) from (
            select v.variant_uuid, 1 as quantity where not v.is_bundle
            union all select c.component_uuid, c.quantity from bundle_component c where v.is_bundle and c.provider_uuid = v.provider_uuid and c.bundle_uuid = v.variant_uuid
          ) part cross join lateral (
            select coalesce(sum(b.quantity - b.reserved), 0)::bigint as pieces from stock_balance b
              join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid and l.type in ('pick', 'reserve') and not l.is_blocked
              left join lot t on b.lot <> '' and t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
            where b.provider_uuid = v.provider_uuid and b.variant_uuid = part.variant_uuid and b.owner_uuid = b.provider_uuid and b.condition = 'good' and b.quantity > 0
              and (t.expires_on is null or t.expires_on > current_date)
          ) stored), 0)) as shown,
        prices.is_priced
      from page join variant v on v.provider_uuid = page.provider_uuid and v.product_uuid = page.product_uuid and v.merged_into_uuid is null and not v.is_archived
        cross join lateral (select exists (select from catalogue_price p where p.provider_uuid = v.provider_uuid and p.item_uuid = page.item_uuid and p.variant_uuid = v.variant_uuid and p.scope = 'list') as is_priced) prices
    )
  select page.item_uuid, page.product_uuid, page.title, page.description, page.status, page.listed_at, page.version, coalesce(pictures.image_uuids, '[]') as image_uuids, coalesce(pictures.images, '[]') as images,
    coalesce(own.variants, '[]') as variants, coalesce(own.unpriced_count, 0) as unpriced_count, coalesce(claims.claim_count, 0) as claim_count, coalesce(prices.list_prices, '[]') as list_prices,
    ${countUpToLimit("from catalogue_item where provider_uuid = $1")}
  from page left join (${pictures}) pictures on pictures.product_uuid = page.product_uuid
    left join (select item_uuid, json_agg(shown order by variant_uuid) as variants, count(*) filter (where not is_priced) as unpriced_count from offered group by item_uuid) own on own.item_uuid = page.item_uuid
    left join (
      select item_uuid, count(*) as claim_count from claim where provider_uuid = $1 and item_uuid = any (array(select item_uuid from page)) and status = 'active' group by item_uuid
    ) claims on claims.item_uuid = page.item_uuid
    left join (
      select item_uuid, json_agg(json_build_object('currency', currency, 'from_cents', from_cents, 'until_cents', until_cents) order by currency) as list_prices from (
        select p.item_uuid, p.currency, min(p.price_cents) as from_cents, max(p.price_cents) as until_cents
        from catalogue_price p join variant v on v.provider_uuid = p.provider_uuid and v.variant_uuid = p.variant_uuid and v.merged_into_uuid is null and not v.is_archived
        where p.provider_uuid = $1 and p.item_uuid = any (array(select item_uuid from page)) and p.scope = 'list' group by p.item_uuid, p.currency
      ) range group by item_uuid
    ) prices on prices.item_uuid = page.item_uuid
  order by page.item_uuid desc`;

/** A retailer's currency, and what it sees of the variants of `page`, with its price: its own, else its tier's, else the list's. */
const ownPrices = `money as (
    select coalesce(a.currency, c.currency, 'USD') as currency from (select) one
      left join wallet_account a on a.provider_uuid = $1 and a.retailer_uuid = $2 and a.account = 'balance'
      left join retailer_terms t on t.provider_uuid = $1 and t.retailer_uuid = $2 left join billing_setting s on s.provider_uuid = $1
      left join rate_card c on c.provider_uuid = $1 and c.rate_card_uuid = coalesce(t.rate_card_uuid, s.default_rate_card_uuid)
  ), price as (
    select distinct on (p.item_uuid, p.variant_uuid) p.item_uuid, p.variant_uuid, p.price_cents from catalogue_price p
    where p.provider_uuid = $1 and p.item_uuid = any (array(select item_uuid from page)) and p.currency = (select currency from money)
    order by p.item_uuid, p.variant_uuid, case p.scope when 'retailer' then 1 when 'tier' then 2 else 3 end
  ), variants as (
    select v.*, case when v.is_offered then price.price_cents end as price_cents from catalogue_variants($1, array(select item_uuid from page)) v
      left join price on price.item_uuid = v.item_uuid and price.variant_uuid = v.variant_uuid
  )`;

const listed = "from catalogue_item where provider_uuid = $1 and status = 'listed' and skus <> ''";
const offers = `with page as (select * ${listed} order by item_uuid desc limit 50), ${ownPrices}
  select page.item_uuid, page.title, page.description, page.listed_at, coalesce(pictures.image_uuids, '[]') as image_uuids, coalesce(pictures.images, '[]') as images, money.currency,
    coalesce(own.variants, '[]') as variants, coalesce(c.status = 'active', false) as is_claimed, c.claim_uuid, ${countUpToLimit(listed)}
  from page cross join money left join (${pictures}) pictures on pictures.product_uuid = page.product_uuid
    left join claim c on c.provider_uuid = $1 and c.retailer_uuid = $2 and c.item_uuid = page.item_uuid
    left join (
      select v.item_uuid, json_agg(json_build_object('variant_uuid', v.variant_uuid, 'sku', v.sku, 'title', v.title, ${measures}, 'available', v.available, 'price_cents', v.price_cents) order by v.variant_uuid) as variants
      from variants v where v.is_offered group by v.item_uuid
    ) own on own.item_uuid = page.item_uuid
  order by page.item_uuid desc`;

const claims = `with page as (
    select c.*, i.product_uuid, i.status as item_status from (select * from claim where provider_uuid = $1 and retailer_uuid = $2 order by claim_uuid desc limit 50) c
      left join catalogue_item i on i.provider_uuid = c.provider_uuid and i.item_uuid = c.item_uuid
  ), ${ownPrices}
  select page.claim_uuid, page.item_uuid, page.title, page.description, page.status, page.created_at, page.version, page.item_status = 'listed' as is_listed, coalesce(pictures.image_uuids, '[]') as image_uuids,
    coalesce(pictures.images, '[]') as images, money.currency, coalesce(own.sale_currency, money.currency) as sale_currency, coalesce(own.variants, '[]') as variants,
    page.status = 'active' and coalesce(own.has_new_prices, false) as has_new_prices, ${countUpToLimit("from claim where provider_uuid = $1 and retailer_uuid = $2")}
  from page cross join money left join (${pictures}) pictures on pictures.product_uuid = page.product_uuid
    left join lateral (
      select min(s.sale_currency) as sale_currency, bool_or(v.is_offered and v.price_cents is distinct from s.agreed_price_cents) as has_new_prices,
        json_agg(json_build_object('variant_uuid', v.variant_uuid, 'sku', v.sku, 'title', v.title, ${measures}, 'available', v.available, 'price_cents', v.price_cents, 'own_sku', s.own_sku,
          'sale_price_cents', s.sale_price_cents, 'agreed_price_cents', case when s.agreed_currency = money.currency then s.agreed_price_cents end, 'is_offered', v.is_offered) order by v.variant_uuid) as variants
      from variants v left join claim_variant s on s.provider_uuid = $1 and s.claim_uuid = page.claim_uuid and s.variant_uuid = v.variant_uuid
      where v.item_uuid = page.item_uuid
    ) own on true
  order by page.claim_uuid desc`;

/** Lists of the catalogue. */
export function catalogueReads({ providerUuid, retailerUuid }: Marks): Read[] {
  return [
    { call: listItems, as: provider, query: `${firstPage}&provider_uuid=${providerUuid}`, text: items, values: [providerUuid] },
    { call: listOffers, as: retailer, query: firstPage, text: offers, values: [providerUuid, retailerUuid] },
    { call: listClaims, as: retailer, query: firstPage, text: claims, values: [providerUuid, retailerUuid], derived: ["margin_percent"] },
  ];
}
