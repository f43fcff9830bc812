import { z } from "zod";
import { CallProblem } from "#src/kit/api/client.ts";
import { mostImages } from "./goods.rules.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import type { Field } from "#src/kit/ui/form/form-definition.ts";
import { addVariant, measureVariant, productFields, setImages, updateProduct, updateVariant, variantFields } from "./goods.contract.ts";
import type { VariantFields } from "./goods.contract.ts";
import type { ProductDetail, VariantDetail } from "./goods-rows.contract.ts";

function toCents(amount: number | null | undefined): number | null {
  return amount === null || amount === undefined ? null : Math.round(amount * 100);
}

/** Called if somebody else saved first: reloads what is shown. */
export type OnStale = () => void;

async function unlessStale<T>(onStale: OnStale, deed: Promise<T>): Promise<T> {
  try {
    return await deed;
  } catch (error) {
    if (error instanceof CallProblem && error.codeName === "changedMeanwhile") onStale();
    throw error;
  }
}

/** The form for a product's own fields. */
export function productForm({ product_uuid, version }: ProductDetail, onStale: OnStale) {
  return defineForm({
    name: "goods.product",
    schema: z.object(productFields.shape),
    submit: "goods.save",
    keepsDraft: false,
    fields: {
      title: { kind: "text", label: "goods.field.title", isRequired: true, maxLength: 300 },
      brand: { kind: "text", label: "goods.field.brand", maxLength: 100 },
      category: { kind: "text", label: "goods.field.category", maxLength: 100 },
      description: { kind: "lines", label: "goods.field.description", maxLength: 5000 },
    },
    send: (values, { client }: Caller) => unlessStale(onStale, client.call(updateProduct, { ...values, product_uuid, version })),
  });
}

/** The form for a product's images, in order. */
export function imagesForm({ product_uuid, version }: ProductDetail, onStale: OnStale) {
  return defineForm({
    name: "goods.images",
    schema: z.object({ images: setImages.input.shape.images }),
    submit: "goods.save",
    keepsDraft: false,
    fields: { images: { kind: "images", label: "goods.field.images", most: mostImages } },
    send: ({ images }, { client }: Caller) => unlessStale(onStale, client.call(setImages, { images, product_uuid, version })),
  });
}

/** Returns a variant's current fields: a form edits some of them and sends all. */
export function getVariantFields(variant: VariantDetail): VariantFields {
  return {
    sku: variant.sku,
    title: variant.title,
    weight_grams: variant.weight_grams,
    length_mm: variant.length_mm,
    width_mm: variant.width_mm,
    height_mm: variant.height_mm,
    declared_name: variant.declared_name,
    declared_name_zh: variant.declared_name_zh,
    hs_code: variant.hs_code,
    origin_country: variant.origin_country,
    declared_value_cents: variant.declared_value_cents,
    currency: variant.currency,
    has_battery: variant.has_battery,
    keeps_lots: variant.keeps_lots,
    keeps_expiry: variant.keeps_expiry,
    low_stock_quantity: variant.low_stock_quantity,
  };
}

function change(variant: VariantDetail, onStale: OnStale, part: Partial<VariantFields>, { client }: Caller) {
  const { variant_uuid, version } = variant;
  return unlessStale(onStale, client.call(updateVariant, { ...getVariantFields(variant), ...part, variant_uuid, version }));
}

const { shape } = variantFields;
const skuFields = {
  sku: { kind: "text", label: "goods.field.sku", isRequired: true, maxLength: 100 },
  title: { kind: "text", label: "goods.field.variantTitle", hint: "goods.field.variantHint", maxLength: 200 },
  low_stock_quantity: { kind: "number", label: "goods.field.lowStock" },
  keeps_lots: { kind: "switch", label: "goods.field.keepsLots" },
  keeps_expiry: { kind: "switch", label: "goods.field.keepsExpiry" },
} as const satisfies Record<string, Field<object>>;
const skuSchema = z.object({
  sku: shape.sku,
  title: shape.title,
  low_stock_quantity: shape.low_stock_quantity,
  keeps_lots: shape.keeps_lots,
  keeps_expiry: shape.keeps_expiry,
});

/** The form for a variant's name and stock keeping. A bundle has no stock of its own; its parts decide. */
export function skuForm(variant: VariantDetail, onStale: OnStale) {
  const when = () => !variant.is_bundle;
  const tracking = { when, ...(variant.stock.on_hand > 0 ? { blockedBy: "goods.lotsInUse" as const } : {}) };
  return defineForm({
    name: "goods.variant",
    schema: skuSchema,
    submit: "goods.save",
    keepsDraft: false,
    refusalsAt: { "goods.skuTaken": "sku", "goods.lotsInUse": "keeps_lots", "goods.bundleKeepsNoLots": "keeps_lots" },
    fields: {
      ...skuFields,
      low_stock_quantity: { ...skuFields.low_stock_quantity, when },
      keeps_lots: { ...skuFields.keeps_lots, ...tracking },
      keeps_expiry: { ...skuFields.keeps_expiry, ...tracking },
    },
    send: (values, caller) => change(variant, onStale, values, caller),
  });
}

/** The form for another variant of a product. */
export function addForm(productUuid: string) {
  return defineForm({
    name: "goods.add-variant",
    schema: skuSchema,
    submit: "goods.variants.add",
    refusalsAt: { "goods.skuTaken": "sku" },
    fields: skuFields,
    send: (values, { client }) => client.call(addVariant, { ...values, product_uuid: productUuid }),
  });
}

/** The form for customs data. The value is entered in the currency and sent in cents. */
export function customsForm(variant: VariantDetail, onStale: OnStale) {
  return defineForm({
    name: "goods.customs",
    schema: z.object({
      declared_name: shape.declared_name,
      declared_name_zh: shape.declared_name_zh,
      hs_code: shape.hs_code,
      origin_country: shape.origin_country,
      declared_value: z.number({ error: "goods.numberRequired" }).min(0).max(10_000_000).nullish(),
      currency: shape.currency,
      has_battery: shape.has_battery,
    }),
    submit: "goods.save",
    keepsDraft: false,
    fields: {
      declared_name: { kind: "text", label: "goods.field.declaredName", maxLength: 200 },
      declared_name_zh: { kind: "text", label: "goods.field.declaredNameZh", maxLength: 200 },
      hs_code: { kind: "text", label: "goods.field.hsCode", hint: "goods.field.hsHint", maxLength: 10 },
      origin_country: { kind: "country", label: "goods.field.origin" },
      declared_value: { kind: "number", label: "goods.field.value", digits: 2 },
      currency: { kind: "text", label: "goods.field.currency", hint: "goods.field.currencyHint", maxLength: 3 },
      // A bundle has what its parts have.
      has_battery: { kind: "switch", label: "goods.field.hasBattery", hint: "goods.field.batteryHint", when: () => !variant.is_bundle },
    },
    send: ({ declared_value, ...values }, caller) =>
      change(variant, onStale, { ...values, declared_value_cents: toCents(declared_value) }, caller),
  });
}

/** Entered in cm, stored in mm. */
const centimetres = { kind: "number", unit: "goods.field.centimetres", per: 10, digits: 1 } as const;
const measureFields = {
  weight_grams: { kind: "number", label: "goods.field.weight", unit: "goods.field.grams" },
  length_mm: { ...centimetres, label: "goods.field.length" },
  width_mm: { ...centimetres, label: "goods.field.width" },
  height_mm: { ...centimetres, label: "goods.field.height" },
} as const satisfies Record<string, Field<object>>;
const measureSchema = z.object({
  weight_grams: shape.weight_grams,
  length_mm: shape.length_mm,
  width_mm: shape.width_mm,
  height_mm: shape.height_mm,
});

/** The form for the weight and size of one packed piece as declared by its owner. */
export function declaredForm(variant: VariantDetail, onStale: OnStale) {
  return defineForm({
    name: "goods.declared",
    schema: measureSchema,
    submit: "goods.save",
    keepsDraft: false,
    fields: measureFields,
    send: (values, caller) => change(variant, onStale, values, caller),
  });
}

/** The form for weight and size measured in the warehouse. */
export function measuredForm({ variant_uuid }: VariantDetail) {
  return defineForm({
    name: "goods.measured",
    schema: measureSchema,
    submit: "goods.dimensions.save",
    keepsDraft: false,
    fields: measureFields,
    send: (values, { client }) => client.call(measureVariant, { ...values, variant_uuid }),
  });
}
