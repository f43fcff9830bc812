import { words } from "./stock-data.ts";

const wordArray = `array[${words.map((word) => `'${word}'`).join(", ")}]`;
const word = (number: string) => `(${wordArray})[1 + (${number}) % ${words.length}]`;

/** 84 warehouses, one of which has 3,000 locations on 100 shelves. */
export const places: readonly string[] = [
  `create temp table building as
    select t, provider_uuid, warehouse_uuid, row_number() over (partition by t order by n) - 1 as k, n from (
      select (n % 6 = 0)::int as t, uuidv7() as warehouse_uuid, n from generate_series(1, 90) n
    ) numbered join tenant using (t)`,
  `insert into warehouse (provider_uuid, warehouse_uuid, name, code, country_code, address, width_mm, depth_mm, is_closed)
    select provider_uuid, warehouse_uuid, 'Hall ' || lpad(n::text, 3, '0'), 'H' || n, 'US', n || ' Pier Street', 60000, 40000, k % 30 = 29 from building order by n`,
  `create temp table hall_part as select provider_uuid, warehouse_uuid, t, p, uuidv7() as partition_uuid from building, generate_series(1, 5) p where k = 0`,
  `insert into partition (provider_uuid, partition_uuid, warehouse_uuid, code, x_mm, width_mm, depth_mm)
    select provider_uuid, partition_uuid, warehouse_uuid, 'P' || p, (p - 1) * 11000, 10000, 38000 from hall_part order by t, p`,
  `create temp table rack as
    select provider_uuid, warehouse_uuid, partition_uuid, t, p, s, uuidv7() as shelf_uuid from hall_part, generate_series(1, 20) s`,
  `insert into shelf (provider_uuid, shelf_uuid, warehouse_uuid, partition_uuid, code, x_mm, y_mm)
    select provider_uuid, shelf_uuid, warehouse_uuid, partition_uuid, 'S' || p || '-' || s, (p - 1) * 11000 + 1000, s * 1800 from rack order by t, p, s`,
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, shelf_uuid, barcode, type, pick_sequence, put_sequence, x_mm, y_mm, level, capacity_ml, is_blocked, blocked_reason)
    select provider_uuid, uuidv7(), warehouse_uuid, shelf_uuid, 'M' || p || '-' || lpad(s::text, 2, '0') || '-' || lpad(l::text, 2, '0'), case when l % 3 = 0 then 'reserve' else 'pick' end,
      p * 1000 + s * 40 + l, p * 1000 + l * 30 + s, l * 300, s * 1800, (1 + l % 3)::smallint, 250000, l = 30 and s = 1, case when l = 30 and s = 1 then 'Broken beam' else '' end
    from rack, generate_series(1, 30) l order by t, p, s, l`,
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type, pick_sequence, put_sequence)
    select provider_uuid, uuidv7(), warehouse_uuid, 'F' || n || '-' || l, (array['receiving', 'packing', 'damaged'])[l], 90000 + l, 90000 + l from building, generate_series(1, 3) l order by n, l`,
  `insert into location (provider_uuid, location_uuid, warehouse_uuid, barcode, type, pick_sequence, put_sequence)
    select provider_uuid, uuidv7(), warehouse_uuid, 'H' || n || '-' || lpad(l::text, 3, '0'), 'pick', 10000 + l, 10000 + l from building, generate_series(1, 20) l where k > 0 order by n, l`,
  `create temp table place as
    select t, location_uuid, warehouse_uuid, type, building.k = 0 as is_main, row_number() over (partition by t, building.k = 0, type in ('pick', 'reserve') order by location_uuid) - 1 as k
    from location join building using (provider_uuid, warehouse_uuid)`,
];

/** 12,000 products with pictures, 24,000 variants with barcodes, lots and some bundles. */
export const goods: readonly string[] = [
  // A fifth each of the provider and of the demo's retailer, the rest of sixty others.
  `create temp table owner_slot as
    select t, slot, case when slot < 20 then provider_uuid when slot < 40 then retailer_uuid else (select s.retailer_uuid from shop s where s.t = tenant.t and s.k = slot - 39) end as owner_uuid,
      provider_uuid, user_uuid
    from tenant, generate_series(0, 99) slot`,
  `create temp table made_product as
    select n, t, provider_uuid, owner_uuid, user_uuid, uuidv7(make_interval(mins => (n - 12000) * 30)) as product_uuid
    from generate_series(1, 12000) n join owner_slot on t = (n % 6 = 0)::int and slot = n * 7 % 100`,
  `insert into product (provider_uuid, product_uuid, owner_uuid, title, description, brand, category, is_archived, created_at, updated_at)
    select provider_uuid, product_uuid, owner_uuid, initcap(${word("n")}) || ' ' || n * 7919 % 100000 || ' ' || ${word("n / 16")}, repeat('Made for daily use on deck and at home. ', n % 9),
      'Quayline', 'Deck', n % 40 = 3, uuid_extract_timestamp(product_uuid), uuid_extract_timestamp(product_uuid)
    from made_product order by n`,
  `create temp table picture as
    select n, provider_uuid, product_uuid, owner_uuid, user_uuid, position, gen_random_uuid() as file_uuid from made_product, generate_series(0, 1) position
    where n % 5 > 0 and (position = 0 or n % 3 = 0)`,
  `insert into file (provider_uuid, file_uuid, retailer_uuid, user_uuid, purpose, name, extension, content_type, byte_size, sha256, store_key)
    select provider_uuid, file_uuid, nullif(owner_uuid, provider_uuid), user_uuid, 'goods', 'picture.jpg', 'jpg', 'image/jpeg', 40000 + n, sha256(uuid_send(file_uuid)), file_uuid::text
    from picture order by n, position`,
  `insert into product_image (provider_uuid, product_uuid, position, owner_uuid, file_uuid)
    select provider_uuid, product_uuid, position, owner_uuid, file_uuid from picture order by n, position`,
  `insert into variant (provider_uuid, variant_uuid, product_uuid, owner_uuid, sku, title, weight_grams, length_mm, width_mm, height_mm, measured_weight_grams, measured_at, declared_name, hs_code,
      declared_value_cents, keeps_lots, keeps_expiry, is_bundle, low_stock_quantity, is_archived, created_at, updated_at)
    select provider_uuid, uuidv7(make_interval(mins => (n - 12000) * 30)), product_uuid, owner_uuid, 'Q' || lpad((n * 2 + half)::text, 8, '0') || '-' || n * 31 % 97, (array['Small', 'Large'])[1 + half],
      case when n % 20 <> 1 then 100 + n % 900 end, 100 + n % 300, 80, 40, case when n % 10 = 0 then 110 + n % 900 end, case when n % 10 = 0 then now() end, 'Deck fittings', '73269098',
      100 + n % 5000, n % 20 = 9 and half = 0, n % 40 = 9 and half = 0, n % 97 = 0 and half = 1, case when n % 14 = 1 then n % 60 end, n % 40 = 3,
      uuid_extract_timestamp(product_uuid), uuid_extract_timestamp(product_uuid)
    from made_product, generate_series(0, 1) half order by n, half`,
  `insert into bundle_component (provider_uuid, bundle_uuid, component_uuid, owner_uuid, quantity)
    select b.provider_uuid, b.variant_uuid, c.variant_uuid, b.owner_uuid, 2 from variant b join variant c using (provider_uuid, product_uuid) where b.is_bundle and not c.is_bundle`,
  // The provider's staff keep their own goods and the retailers'. `k` numbers an owner's SKUs that can be stored.
  `create temp table sku as
    select t, provider_uuid, product_uuid, variant_uuid, owner_uuid, keeps_lots, v.sku, row_number() over (order by variant_uuid) as n,
      row_number() over (partition by t, owner_uuid order by variant_uuid) - 1 as k, count(*) over (partition by t, owner_uuid) as of_owner
    from variant v join made_product using (provider_uuid, product_uuid, owner_uuid) where not is_bundle and not is_archived`,
  `insert into sku_barcode (provider_uuid, barcode, variant_uuid, owner_uuid, pieces)
    select provider_uuid, '29' || lpad((n * 10 + b)::text, 11, '0'), variant_uuid, owner_uuid, case b when 0 then 1 else 12 end from sku, generate_series(0, 1) b where b = 0 or n % 10 = 0 order by n, b`,
  `insert into lot (provider_uuid, variant_uuid, lot, owner_uuid, expires_on)
    select provider_uuid, variant_uuid, 'L-' || l, owner_uuid, current_date + 30 + l * 60 from sku, generate_series(1, 2) l where keeps_lots order by n, l`,
];
