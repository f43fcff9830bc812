import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { blob, defineCall, query } from "#src/kit/api/define-call.ts";
import { mostBoxes } from "./receipts.rules.ts";

const permission = "receiving";
const language = z.enum(["en_us", "zh_cn"]).default("en_us");

export const printBoxLabels = defineCall({
  name: "receipts.print-box-labels",
  method: "GET",
  path: "/api/storage/print-box-labels",
  summary: "Returns a PDF with labels for a receipt's boxes: the given ones, or all.",
  roles: roleTypes,
  permission,
  input: z.strictObject({
    receipt_uuid: z.uuid(),
    box_numbers: query.list(query.int(1, mostBoxes), 1000),
    copies: query.int(1, 10).default(1),
    language,
  }),
  output: blob,
  codes: ["notFound", "receipts.tooManyLabels"],
});

export const printReceipt = defineCall({
  name: "receipts.print-receipt",
  method: "GET",
  path: "/api/storage/print-receipt",
  summary: "Returns a PDF of a receipt with its lines and totals.",
  roles: roleTypes,
  permission,
  input: z.strictObject({ receipt_uuid: z.uuid(), language }),
  output: blob,
  codes: ["notFound"],
});
