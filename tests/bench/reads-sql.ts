/** Counts rows up to 10,001, as far as a list's total is exact. @param rows what follows `select` */
export function countUpToLimit(rows: string): string {
  return `(select count(*) from (select ${rows} limit 10001) few) as total`;
}

/** Removes what `countUpToLimit` added to a statement. */
export function omitTotal(statement: string): string {
  return statement.replace(/\(select count\(\*\) from \(select [^]*? limit 10001\) few\) as total/, "null as total");
}

/** Rows of a detail as one value. @param rows a SELECT with the answer's names */
export function collect(rows: string): string {
  return `(select coalesce(json_agg(collected), '[]') from (${rows}) collected)`;
}

/** Joins the name of an owner: a retailer's, or the provider's. @param column the owner's uuid, as `page.owner_uuid` */
export function joinOwner(column: string): string {
  return `left join retailer owning on owning.retailer_uuid = ${column} left join provider supplier on supplier.provider_uuid = ${column}`;
}

/** The name of an owner that `joinOwner` joined. */
export const ownerName = "coalesce(owning.name, supplier.name, '')";

/** Joins the first picture of a product and its file, as `picture`. @param product alias of a row with its key */
export function joinPicture(product: string): string {
  return `left join product_image pi on pi.provider_uuid = ${product}.provider_uuid and pi.product_uuid = ${product}.product_uuid and pi.position = 0
    left join file picture on picture.provider_uuid = pi.provider_uuid and picture.file_uuid = pi.file_uuid`;
}

/** The name of the file that `joinPicture` joined; empty without one. */
export const pictureName = "coalesce(picture.file_uuid || '.' || picture.extension, '')";

/** Pieces of a variant by state, for use after `cross join lateral`. @param variant alias of a row with its key */
export function selectStock(variant: string): string {
  return `(
    select coalesce(sum(quantity), 0)::bigint as on_hand, coalesce(sum(free) filter (where use = 'available'), 0)::bigint as available,
      coalesce(sum(case when use = 'available' then quantity - free else quantity end), 0)::bigint as not_available, coalesce(sum(quantity - free), 0)::bigint as reserved,
      coalesce(sum(free) filter (where use = 'receiving'), 0)::bigint as receiving, coalesce(sum(free) filter (where use = 'damaged'), 0)::bigint as damaged,
      coalesce(sum(free) filter (where use = 'quarantined'), 0)::bigint as quarantined, coalesce(sum(free) filter (where use = 'blocked'), 0)::bigint as blocked,
      coalesce(sum(free) filter (where use = 'expired'), 0)::bigint as expired, coalesce(sum(free) filter (where use = 'outside_storage'), 0)::bigint as outside_storage,
      min(since) as oldest_since
    from (
      select b.quantity, b.quantity - b.reserved as free, b.since, case when b.condition <> 'good' then b.condition when l.type = 'receiving' then 'receiving'
        when l.type not in ('pick', 'reserve') then 'outside_storage' when l.is_blocked then 'blocked'
        when b.lot <> '' and exists (select from lot t where t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
          and t.expires_on <= (now() at time zone 'UTC')::date) then 'expired' else 'available' end as use
      from stock_balance b join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
      where b.provider_uuid = ${variant}.provider_uuid and b.variant_uuid = ${variant}.variant_uuid and b.quantity > 0
    ) pieces
  )`;
}

/** What confirmed receipts still bring of a variant, and whether an open receipt has it, for use after `cross join lateral`. */
export function selectIncoming(variant: string): string {
  return `(
    select coalesce(sum(pieces), 0)::bigint as incoming, count(*) > 0 as is_expected from (
      select case when min(r.status) not in ('draft', 'submitted') then greatest(sum(rl.expected) - sum(rl.counted), 0) else 0 end as pieces
      from receipt_line rl join receipt r on r.provider_uuid = rl.provider_uuid and r.receipt_uuid = rl.receipt_uuid
      where rl.provider_uuid = ${variant}.provider_uuid and rl.variant_uuid = ${variant}.variant_uuid and r.status not in ('completed', 'closed_short', 'cancelled')
      group by rl.receipt_uuid
    ) due
  )`;
}

/** How many of a bundle its available parts make; null for other variants. @param variant alias of a row with its key and `is_bundle` */
export function selectBundles(variant: string): string {
  return `case when ${variant}.is_bundle then coalesce((
    select min(part.available / c.quantity) from bundle_component c
      join variant component on component.provider_uuid = c.provider_uuid and component.variant_uuid = c.component_uuid
      cross join lateral ${selectStock("component")} part
    where c.provider_uuid = ${variant}.provider_uuid and c.bundle_uuid = ${variant}.variant_uuid), 0) end`;
}

/** The lowest UUIDv7 of a time. */
export function lowestKey(time: string): string {
  return `(lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}
