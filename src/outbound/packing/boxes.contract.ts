import { z } from "zod";
import { blob, defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { codeLabelSizes } from "#src/warehouse/printing/label-templates.rules.ts";
import { getBoxRefusal } from "./boxes.rules.ts";
import { boxKinds, mostBoxes } from "./packing.rules.ts";

const roles = ["provider", "operator"] as const;
const permission = "packing";

/** A box, or a consumable that goods are packed with. */
export const box = z.object({
  box_uuid: z.uuid(),
  name: z.string(),
  kind: z.enum(boxKinds),
  /** inside; null for a consumable */
  length_mm: z.int().nullable(),
  width_mm: z.int().nullable(),
  height_mm: z.int().nullable(),
  /** empty */
  weight_grams: z.int(),
  /** of what is packed in it; null without a limit */
  max_weight_grams: z.int().nullable(),
  is_active: z.boolean(),
  version: z.int(),
});
export type Box = z.infer<typeof box>;

const side = z.int().min(1).max(10_000).nullable().default(null);
export const boxFields = {
  name: z.string().trim().min(1).max(60),
  kind: z.enum(boxKinds),
  length_mm: side,
  width_mm: side,
  height_mm: side,
  weight_grams: z.int().min(0).max(100_000),
  max_weight_grams: z.int().min(1).max(1_000_000).nullable().default(null),
};

export const listBoxes = defineCall({
  name: "packing.list-boxes",
  method: "GET",
  path: "/api/packing/list-boxes",
  summary: "Lists the provider's boxes and consumables, newest first.",
  roles,
  permission,
  input: z.strictObject({ ...listInput, is_active: query.flag().optional() }),
  output: listOutput(box),
  codes: [],
});

export const createBox = defineCall({
  name: "packing.create-box",
  method: "POST",
  path: "/api/packing/create-box",
  summary: "Creates a box with its inner size, or a consumable.",
  roles,
  permission,
  input: ruled(z.strictObject(boxFields), getBoxRefusal),
  output: box,
  codes: ["packing.boxIncomplete", "packing.boxNameTaken", "packing.tooManyBoxes"],
});

export const updateBox = defineCall({
  name: "packing.update-box",
  method: "POST",
  path: "/api/packing/update-box",
  summary: "Changes a box or consumable. One that is not active is neither advised nor offered; parcels that have it stay as they are.",
  roles,
  permission,
  input: ruled(
    z.strictObject({ ...boxFields, box_uuid: z.uuid(), version: z.int().min(1).max(2_000_000_000), is_active: z.boolean() }),
    getBoxRefusal,
  ),
  output: box,
  codes: ["notFound", "changedMeanwhile", "packing.boxIncomplete", "packing.boxNameTaken"],
});

export const printBoxLabels = defineCall({
  name: "packing.print-box-labels",
  method: "GET",
  path: "/api/packing/print-box-labels",
  summary: "Returns a PDF with a label for each of some boxes and consumables: its name, also as a barcode, which is scanned when packing.",
  roles,
  permission,
  input: z.strictObject({
    box_uuids: query.list(z.uuid(), mostBoxes),
    size: z.enum(codeLabelSizes).default("70x50"),
    language: z.enum(languages).default("en_us"),
  }),
  output: blob,
  codes: ["notFound"],
});
