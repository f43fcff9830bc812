import { sql } from "kysely";
import type { MergeTake } from "#src/warehouse/goods/merge.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { MergePair } from "./merge.queries.ts";

const measures = ["weight_grams", "length_mm", "width_mm", "height_mm"] as const;
const measured = ["measured_weight_grams", "measured_length_mm", "measured_width_mm", "measured_height_mm"] as const;
const texts = ["declared_name", "declared_name_zh", "hs_code", "origin_country"] as const;

type Sizes = Record<(typeof measures)[number] | (typeof measured)[number], number | null>;
type Texts = Record<(typeof texts)[number], string>;

/** The data of a variant that another one can take over. */
interface Known extends Sizes, Texts {
  variant_uuid: string;
  product_uuid: string;
  sku: string;
  measured_at: Date | null;
  declared_value_cents: number | null;
  currency: string;
  has_battery: boolean;
  has_images: boolean;
  /** whether its product has only variants that are merged away, and so needs its images no more */
  is_last: boolean;
}
type Field = keyof Sizes | keyof Texts | "declared_value_cents" | "currency" | "has_battery" | "measured_at";

/** What the remaining variant takes over. */
interface Takes {
  readonly said: MergeTake[];
  readonly fields: Partial<Pick<Known, Field>>;
  /** the product whose images are moved; null for none */
  readonly imagesOf: string | null;
}

interface Part {
  readonly what: MergeTake["what"];
  readonly fields: readonly Field[];
  /** taken as a whole and from one variant, if all of it is missing: sizes of two pieces must not be mixed. Else the gaps are filled. */
  readonly isWhole: boolean;
}
const parts: readonly Part[] = [
  { what: "measuredWeight", fields: ["measured_weight_grams"], isWhole: true },
  { what: "measuredSize", fields: ["measured_length_mm", "measured_width_mm", "measured_height_mm"], isWhole: true },
  { what: "weight", fields: ["weight_grams"], isWhole: true },
  { what: "size", fields: ["length_mm", "width_mm", "height_mm"], isWhole: true },
  { what: "customs", fields: texts, isWhole: false },
  { what: "value", fields: ["declared_value_cents"], isWhole: true },
];

const isThere = (of: Known, field: Field) => of[field] !== null && of[field] !== "";

/**
 * Decides what the remaining variant takes over from the others because it lacks it: each group of data from the variant that knows the most of it, and
 * of several that know as much, from the one measured last.
 */
function chooseTakes(into: Known, from: readonly Known[]): Takes {
  const latest = from.toSorted(
    (one, other) =>
      (other.measured_at?.getTime() ?? 0) - (one.measured_at?.getTime() ?? 0) || one.variant_uuid.localeCompare(other.variant_uuid),
  );
  const said: MergeTake[] = [];
  const taken: Partial<Record<Field, unknown>> = {};
  for (const { what, fields, isWhole } of parts) {
    const missing = fields.filter((field) => !isThere(into, field));
    if (missing.length === 0 || (isWhole && missing.length < fields.length)) continue;
    const known = (one: Known) => missing.filter((field) => isThere(one, field)).length;
    const [source] = latest.toSorted((one, other) => known(other) - known(one));
    if (source === undefined || known(source) === 0) continue;
    said.push({ what, sku: source.sku });
    for (const field of missing) if (isThere(source, field)) taken[field] = source[field];
    if (what === "value") taken.currency = source.currency;
    if (what.startsWith("measured") && into.measured_at === null) taken.measured_at ??= source.measured_at;
  }
  // Rather declared once too often than never.
  const powered = into.has_battery ? undefined : from.find((one) => one.has_battery);
  if (powered !== undefined) {
    taken.has_battery = true;
    if (!said.some(({ what, sku }) => what === "customs" && sku === powered.sku)) said.push({ what: "customs", sku: powered.sku });
  }
  const pictured = into.has_images
    ? undefined
    : latest.find((one) => one.has_images && one.is_last && one.product_uuid !== into.product_uuid);
  if (pictured !== undefined) said.push({ what: "images", sku: pictured.sku });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field was copied from a row with the same columns
  return { said, fields: taken as Takes["fields"], imagesOf: pictured?.product_uuid ?? null };
}

/** Reads the variants of a merge and returns what the remaining one takes over. */
export async function mergeTakes(tx: Tx, providerUuid: string, { from, into }: MergePair): Promise<Takes> {
  const uuids = from.map(({ variant_uuid }) => variant_uuid);
  const rows: Known[] = await tx
    .selectFrom("variant")
    .innerJoin("product", (join) =>
      join.onRef("product.provider_uuid", "=", "variant.provider_uuid").onRef("product.product_uuid", "=", "variant.product_uuid"),
    )
    .select([
      "variant.variant_uuid",
      "variant.product_uuid",
      "variant.sku",
      "variant.measured_at",
      "declared_value_cents",
      "currency",
      "has_battery",
    ])
    .select([...measures, ...measured, ...texts])
    .select([
      sql<boolean>`product.main_image_url <> '' or exists (select from product_image i
        where i.provider_uuid = product.provider_uuid and i.product_uuid = product.product_uuid)`.as("has_images"),
      sql<boolean>`not exists (select from variant v where v.provider_uuid = product.provider_uuid and v.product_uuid = product.product_uuid
        and v.merged_into_uuid is null and v.variant_uuid <> all (${uuids}::uuid[]))`.as("is_last"),
    ])
    .where("variant.provider_uuid", "=", providerUuid)
    .where("variant.variant_uuid", "in", [into.variant_uuid, ...uuids])
    .execute();
  const kept = rows.find(({ variant_uuid }) => variant_uuid === into.variant_uuid);
  if (kept === undefined) throw new Error("goods: the remaining variant is missing");
  return chooseTakes(
    kept,
    rows.filter((row) => row !== kept),
  );
}
