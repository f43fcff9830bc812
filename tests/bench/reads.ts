import { z } from "zod";
import { implementations } from "#server/calls.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { Marks, Read } from "./read.ts";
import { billingReads } from "./reads-billing.ts";
import { carriersReads } from "./reads-carriers.ts";
import { catalogueReads } from "./reads-catalogue.ts";
import { companyReads } from "./reads-company.ts";
import { goodsReads } from "./reads-goods.ts";
import { orderReads } from "./reads-orders.ts";
import { otherReads } from "./reads-others.ts";
import { outboundReads } from "./reads-outbound.ts";
import { parcelReads } from "./reads-parcels.ts";
import { stockReads } from "./reads-stock.ts";
import { warehouseReads } from "./reads-warehouse.ts";

/** Whether a call answers with a page of a list. */
function isList({ method, input }: Call): boolean {
  return method === "GET" && input instanceof z.ZodObject && "cur_page" in input.shape;
}

/**
 * Returns a read of every list, and ten others.
 * @param chosen begins the names of the calls; all without it
 * @throws Error if a list of the server is missing
 */
export function listReads(marks: Marks, chosen: string): Read[] {
  const all = [
    companyReads,
    goodsReads,
    stockReads,
    warehouseReads,
    billingReads,
    catalogueReads,
    carriersReads,
    orderReads,
    outboundReads,
    parcelReads,
    otherReads,
  ].flatMap((reads) => reads(marks));
  const missing = implementations
    .filter(({ call }) => isList(call) && !all.some((read) => read.call === call))
    .map(({ call }) => call.name);
  if (missing.length > 0) throw new Error(`bench: lists without a reference: ${missing.join(", ")}`);
  return all.filter(({ call }) => call.name.startsWith(chosen));
}
