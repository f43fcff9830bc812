import type { ReactNode } from "react";
import { z } from "zod";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { ruled } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import type { CustomFieldProps } from "#src/kit/ui/form/form-definition.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { createProduct, listOwners, productFields, variantFields } from "./goods.contract.ts";
import { getBarcodeRefusal } from "./goods.rules.ts";
import { OwnerChoice } from "./owner-choice.screen.tsx";
import { findOtherUsers, SharedBarcode } from "./shared-barcode.tsx";

/** Splits barcodes separated by commas. */
function parseBarcodes(line: string): string[] {
  return line
    .split(/[,，]/)
    .map((code) => code.trim())
    .filter((code) => code !== "");
}

/** Chooses the owner of the goods; the supplier itself by default. */
function OwnerField({ value, onChange, ...field }: CustomFieldProps<Record<string, unknown>>) {
  const { scope } = useCaller();
  const chosen = typeof value === "string" && value !== "" ? value : scope.providerUuid;
  return <OwnerChoice {...field} value={chosen} nothing={null} onValue={onChange} />;
}

const { sku, title: variant_title, weight_grams, length_mm, width_mm, height_mm } = variantFields.shape;
/** Entered in cm, stored in mm. */
const centimetres = { kind: "number", unit: "goods.field.centimetres", per: 10, digits: 1 } as const;

/** Warns about barcodes of a new product that other SKUs already have; null if there are none. */
async function findShared(line: string, caller: Caller): Promise<ReactNode> {
  const found = await Promise.all(
    parseBarcodes(line).map(async (barcode) => ({ barcode, users: await findOtherUsers(caller, barcode, null) })),
  );
  const shared = found.filter(({ users }) => users.length > 0);
  return shared.length === 0 ? null : shared.map((one) => <SharedBarcode key={one.barcode} {...one} />);
}

function createForm(isStaff: boolean) {
  return defineForm({
    name: "goods.create",
    schema: z.object({
      ...productFields.shape,
      owner_uuid: z.string().optional(),
      sku,
      variant_title,
      barcodes: ruled(
        z.string().max(1700).default(""),
        (line) =>
          parseBarcodes(line)
            .map(getBarcodeRefusal)
            .find((one) => one !== null) ?? null,
      ),
      weight_grams,
      length_mm,
      width_mm,
      height_mm,
    }),
    submit: "goods.create.submit",
    refusalsAt: { "goods.skuTaken": "sku" },
    warning: { find: ({ barcodes }, caller) => findShared(barcodes, caller), submit: "goods.create.anyway" },
    fields: {
      title: { kind: "text", label: "goods.field.title", isRequired: true, maxLength: 300 },
      owner_uuid: { kind: "custom", label: "goods.field.owner", when: () => isStaff, render: (props) => <OwnerField {...props} /> },
      sku: { kind: "text", label: "goods.field.sku", isRequired: true, maxLength: 100 },
      variant_title: { kind: "text", label: "goods.field.variantTitle", hint: "goods.field.variantHint", maxLength: 200 },
      barcodes: { kind: "text", label: "goods.field.barcodes", hint: "goods.field.barcodesHint" },
      weight_grams: { kind: "number", label: "goods.field.weight", unit: "goods.field.grams" },
      length_mm: { ...centimetres, label: "goods.field.length" },
      width_mm: { ...centimetres, label: "goods.field.width" },
      height_mm: { ...centimetres, label: "goods.field.height" },
      brand: { kind: "text", label: "goods.field.brand", maxLength: 100 },
      category: { kind: "text", label: "goods.field.category", maxLength: 100 },
      description: { kind: "lines", label: "goods.field.description", maxLength: 5000 },
    },
    send({ title, description, brand, category, owner_uuid, ...variant }, { client }) {
      const { variant_title: of, barcodes, ...fields } = variant;
      return client.call(createProduct, {
        title,
        description,
        brand,
        category,
        ...(isStaff && owner_uuid !== undefined && owner_uuid !== "" ? { owner_uuid } : {}),
        variants: [{ ...fields, title: of, barcodes: parseBarcodes(barcodes) }],
      });
    },
  });
}

const forms = { staff: createForm(true), retailer: createForm(false) };

/** Creates a product with its first variant. @param onDone receives its id */
export function CreateDialog({ onDone, onClose }: { onDone: (productUuid: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  return (
    <FormDialog title={t("goods.create.title")} onClose={onClose}>
      <Form
        of={mayCall(caller, listOwners) ? forms.staff : forms.retailer}
        onDone={({ product_uuid }) => {
          useToasts.getState().show("good", t("goods.create.done"));
          onDone(product_uuid);
        }}
      />
    </FormDialog>
  );
}
