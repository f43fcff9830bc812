import type { Marks, Read } from "./read.ts";
import { billingReads } from "./reads-billing.ts";
import { catalogueReads } from "./reads-catalogue.ts";
import { companyReads } from "./reads-company.ts";
import { goodsReads } from "./reads-goods.ts";
import { otherReads } from "./reads-others.ts";
import { stockReads } from "./reads-stock.ts";
import { warehouseReads } from "./reads-warehouse.ts";

/** Every list, and ten other reads. @param chosen begins the names of the calls; all without it */
export function listReads(marks: Marks, chosen: string): Read[] {
  const all = [companyReads, goodsReads, stockReads, warehouseReads, billingReads, catalogueReads, otherReads].flatMap((reads) =>
    reads(marks),
  );
  return all.filter(({ call }) => call.name.startsWith(chosen));
}
