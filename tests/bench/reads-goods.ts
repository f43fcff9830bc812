import { listVariants, queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import { firstPage, provider } from "./read.ts";
import type { Marks, Read } from "./read.ts";
import { countUpToLimit, joinOwner, joinPicture, ownerName, pictureName, selectBundles, selectIncoming, selectStock } from "./reads-sql.ts";

/** Where a stored picture is fetched. */
export const pictureAddress = "/v1/api/get-file/?filename=";

/** The columns of a SKU in lists, of a row `page`. */
export const variantColumns = `page.variant_uuid, page.product_uuid, page.owner_uuid, page.sku, page.title, page.keeps_lots, page.keeps_expiry, page.is_bundle, page.is_archived, page.weight_grams,
  page.length_mm, page.width_mm, page.height_mm, page.measured_weight_grams, page.measured_length_mm, page.measured_width_mm, page.measured_height_mm, page.version, page.low_stock_quantity,
  page.measured_at, page.created_at, ${ownerName} as owner_name, p.title as product_title, ${pictureName} as main_image,
  coalesce('${pictureAddress}' || picture.file_uuid || '.' || picture.extension, p.main_image_url) as main_image_url,
  (select coalesce(json_agg(json_build_object('barcode', b.barcode, 'pieces', b.pieces) order by b.created_at, b.barcode), '[]') from sku_barcode b
    where b.provider_uuid = page.provider_uuid and b.variant_uuid = page.variant_uuid) as barcodes,
  coalesce(${selectBundles("page")}, stock.available) as available, stock.on_hand, stock.not_available, stock.reserved, stock.receiving, stock.damaged, stock.quarantined, stock.blocked, stock.expired,
  stock.outside_storage, stock.oldest_since, coming.incoming, coming.is_expected`;

/** The joins that `variantColumns` need. */
export const variantJoins = `join product p on p.provider_uuid = page.provider_uuid and p.product_uuid = page.product_uuid
  ${joinOwner("page.owner_uuid")} ${joinPicture("page")}
  cross join lateral ${selectStock("page")} stock cross join lateral ${selectIncoming("page")} coming`;

/** Lists of products and SKUs. */
export function goodsReads({ providerUuid }: Marks): Read[] {
  return [
    {
      call: queryProduct,
      as: provider,
      query: `${firstPage}&provider_uuid=${providerUuid}`,
      text: `with page as (
          select provider_uuid, product_uuid, owner_uuid, title, is_archived, main_image_url from product where provider_uuid = $1 and not is_archived order by product_uuid desc limit 50
        )
        select page.product_uuid, page.product_uuid as pid, page.owner_uuid, page.title, page.is_archived, ${ownerName} as owner_name,
          coalesce('${pictureAddress}' || picture.file_uuid || '.' || picture.extension, page.main_image_url) as main_image_url,
          coalesce(own.quantity, 0) as quantity, coalesce(own.product_variants, '[]') as product_variants, ${countUpToLimit("from product where provider_uuid = $1 and not is_archived")}
        from page ${joinOwner("page.owner_uuid")} ${joinPicture("page")}
          left join lateral (
            select sum(stock.on_hand) as quantity, json_agg(json_build_object('vid', v.variant_uuid, 'variant_id', v.variant_uuid, 'sku', v.sku, 'title', v.title, 'quantity', stock.on_hand,
              'available', coalesce(${selectBundles("v")}, stock.available), 'reserved', stock.reserved, 'weight_grams', v.weight_grams, 'is_bundle', v.is_bundle, 'is_archived', v.is_archived,
              'barcodes', array(select b.barcode from sku_barcode b where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid order by b.created_at, b.barcode),
              'main_image_url', coalesce('${pictureAddress}' || picture.file_uuid || '.' || picture.extension, page.main_image_url)) order by v.variant_uuid) as product_variants
            from variant v cross join lateral (
              select coalesce(sum(b.quantity), 0) as on_hand, coalesce(sum(b.reserved), 0) as reserved, coalesce(sum(b.quantity - b.reserved) filter (where b.condition = 'good' and l.type in ('pick', 'reserve')
                and not l.is_blocked and (b.lot = '' or not exists (select from lot t where t.provider_uuid = b.provider_uuid and t.variant_uuid = b.variant_uuid and t.lot = b.lot
                  and t.expires_on <= (now() at time zone 'UTC')::date))), 0) as available
              from stock_balance b join location l on l.provider_uuid = b.provider_uuid and l.location_uuid = b.location_uuid
              where b.provider_uuid = v.provider_uuid and b.variant_uuid = v.variant_uuid and b.quantity > 0
            ) stock
            where v.provider_uuid = page.provider_uuid and v.product_uuid = page.product_uuid and v.merged_into_uuid is null
          ) own on true
        order by page.product_uuid desc`,
      values: [providerUuid],
    },
    {
      call: listVariants,
      as: provider,
      query: `${firstPage}&provider_uuid=${providerUuid}`,
      text: `with page as (
          select * from variant where provider_uuid = $1 and merged_into_uuid is null and not is_archived order by variant_uuid desc limit 50
        )
        select ${variantColumns}, ${countUpToLimit("from variant where provider_uuid = $1 and merged_into_uuid is null and not is_archived")}
        from page ${variantJoins} order by page.variant_uuid desc`,
      values: [providerUuid],
      derived: ["level"],
      flattened: ["stock"],
    },
  ];
}
