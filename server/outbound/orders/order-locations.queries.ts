import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** SQL for the barcodes of the locations that the goods of a `sales_order` are reserved at: shelves, totes, slots or packing locations. */
export const locationsOfOrder: RawBuilder<string[]> =
  sql`coalesce((select json_agg(barcode order by barcode) from (select distinct c.barcode from reservation r
    join location c on c.provider_uuid = r.provider_uuid and c.location_uuid = r.location_uuid
  where r.provider_uuid = sales_order.provider_uuid and r.source_type = 'order' and r.source_uuid = sales_order.order_uuid and r.status = 'open') t), '[]')`;
