import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";

const limit = z.int().min(0).max(1_000_000).nullable();

export const setLowStock = defineCall({
  name: "stock.set-low-stock",
  method: "PUT",
  path: "/api/stock/set-low-stock",
  summary:
    "Sets the number of available pieces below which a SKU counts as low; null turns this off. A retailer sets it for its own goods.",
  roles: ["provider", "operator", "dropShipper"],
  permission: "goods",
  input: z.strictObject({
    provider_uuid: z.uuid().optional(),
    variant_uuid: z.uuid(),
    low_stock_quantity: limit,
    /** the limit as displayed: a newer one is not overwritten */
    seen: limit,
  }),
  output: z.object({ low_stock_quantity: limit }),
  codes: ["notFound", "changedMeanwhile", "stock.bundleHasNoStock"],
});
