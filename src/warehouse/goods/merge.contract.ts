import { z } from "zod";
import { defineCall, query } from "#src/kit/api/define-call.ts";
import { staff } from "./goods.contract.ts";
import { mostMerged } from "./goods.rules.ts";

const whole = z.int();

/** A field that is empty in the remaining SKU and is taken from another one. */
const mergeTake = z.object({
  what: z.enum(["measuredWeight", "measuredSize", "weight", "size", "customs", "value", "images"]),
  /** the SKU it is taken from */
  sku: z.string(),
});
export type MergeTake = z.infer<typeof mergeTake>;

/** The effects of a merge. `refusals` holds the codes of what prevents it; empty if it can be done. */
const mergePreview = z.object({
  variants: whole,
  pieces: whole,
  balances: whole,
  barcodes: whole,
  bundles: whole,
  receipt_lines: whole,
  takes: z.array(mergeTake),
  refusals: z.array(z.object({ code: whole, msg: z.object({ en_us: z.string(), zh_cn: z.string() }) })),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewMerge = defineCall({
  name: "goods.preview-merge",
  method: "GET",
  path: "/api/product/preview-merge",
  summary: "Previews a merge of variants: what it would move, and what prevents it. Changes nothing.",
  roles: staff,
  permission: "goods",
  input: z.strictObject({ from_uuids: query.list(z.uuid(), mostMerged), into_uuid: z.uuid() }),
  output: mergePreview,
  codes: ["notFound"],
});

export const mergeVariants = defineCall({
  name: "goods.merge-variants",
  method: "POST",
  path: "/api/product/merge-variants",
  summary:
    "Merges SKUs into one, which takes over their stock, barcodes, bundles and open receipts, and the data that it lacks. Old labels still scan. Cannot be undone.",
  roles: staff,
  permission: "goods",
  input: z.strictObject({ from_uuids: z.array(z.uuid()).min(1).max(mostMerged), into_uuid: z.uuid() }),
  output: z.object({ merged: whole, pieces: whole }),
  codes: [
    "notFound",
    "goods.mergeItself",
    "goods.mergeOwners",
    "goods.mergeKinds",
    "goods.mergeExpiry",
    "goods.mergeReceipts",
    "goods.mergeReserved",
    "goods.mergeCounted",
    "goods.mergeElsewhere",
  ],
});
