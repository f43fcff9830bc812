import { useMemo, useState } from "react";
import type { SyntheticEvent } from "react";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { NumberField } from "#src/kit/ui/number-field.tsx";
import { FormDialog } from "#src/kit/ui/form-dialog.tsx";
import { Form } from "#src/kit/ui/form/lazy-form.tsx";
import type { ShortColumn } from "#src/kit/ui/short-table.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useUnsaved } from "#src/kit/ui/use-unsaved.ts";
import { BarcodesCell } from "./barcodes-cell.tsx";
import { goodsActions } from "./goods.actions.ts";
import { updateVariant } from "./goods.contract.ts";
import { mostGrams } from "./goods.rules.ts";
import { addForm, getVariantFields } from "./product-forms.tsx";
import type { ProductDetail, VariantDetail } from "./goods-rows.contract.ts";

interface TableProps {
  readonly product: ProductDetail;
  /** the variant whose details are shown below */
  readonly chosen: string;
  readonly onChanged: () => void;
  readonly onChoose: (variantUuid: string) => void;
}

/** The declared weight of one packed piece, edited in place. */
function WeightCell({ variant, onChanged }: { variant: VariantDetail; onChanged: () => void }) {
  const { t } = useTranslation();
  const { sku, weight_grams, variant_uuid, version } = variant;
  const { perform, isPending } = useCallMutation(updateVariant);
  const [grams, setGrams] = useState(weight_grams);
  const isWeight = grams === null || (Number.isInteger(grams) && grams >= 1 && grams <= mostGrams);
  const isChanged = grams !== weight_grams;
  useUnsaved(() => isChanged);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWeight || !isChanged) return;
    try {
      await perform({ ...getVariantFields(variant), weight_grams: grams, variant_uuid, version });
      useToasts.getState().show("good", t("goods.variants.weightSaved", { sku }));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      onChanged();
    }
  };
  return (
    <form className="goods-weight" onSubmit={(event) => void send(event)}>
      <NumberField
        label={t("goods.variants.weightOf", { sku })}
        value={grams}
        onNumber={setGrams}
        {...(!isWeight ? { error: t("ui.notWhole") } : {})}
      />
      {isChanged && (
        <Button type="submit" isDisabled={isPending || !isWeight}>
          {t("goods.save")}
        </Button>
      )}
    </form>
  );
}

/** Adds a variant, confirms it and shows it. */
function AddDialog({ product, onChanged, onChoose, onClose }: Omit<TableProps, "chosen"> & { onClose: () => void }) {
  const { t } = useTranslation();
  const { product_uuid } = product;
  const form = useMemo(() => addForm(product_uuid), [product_uuid]);
  return (
    <FormDialog title={t("goods.variants.add")} onClose={onClose}>
      <Form
        of={form}
        subject={product_uuid}
        onDone={({ variants }, { sku }) => {
          const known = new Set(product.variants.map(({ variant_uuid }) => variant_uuid));
          const added = variants.find(({ variant_uuid }) => !known.has(variant_uuid));
          useToasts.getState().show("good", t("goods.variants.added", { sku }));
          onClose();
          onChanged();
          if (added !== undefined) onChoose(added.variant_uuid);
        }}
      />
    </FormDialog>
  );
}

type Words = ReturnType<typeof useTranslation>;

function getColumns(
  { t, locale }: Words,
  { chosen, mayWeigh, onChanged, onChoose }: Omit<TableProps, "product"> & { mayWeigh: boolean },
): ShortColumn<VariantDetail>[] {
  return [
    { id: "sku", title: t("goods.field.sku"), show: ({ sku }) => <strong>{sku}</strong> },
    { id: "variant", title: t("goods.page.variant"), show: ({ title }) => title },
    {
      id: "barcodes",
      title: t("goods.barcodes.title"),
      show: (variant) => <BarcodesCell variant={variant} onChanged={onChanged} />,
    },
    {
      id: "weight",
      title: t("goods.variants.weight"),
      show: (variant) =>
        mayWeigh ? (
          <WeightCell key={variant.weight_grams} variant={variant} onChanged={onChanged} />
        ) : (
          variant.weight_grams !== null && formatNumber(variant.weight_grams, locale)
        ),
    },
    {
      id: "details",
      title: t("goods.variants.details"),
      show: ({ variant_uuid, sku }) =>
        variant_uuid === chosen ? (
          <span className="quiet">{t("goods.variants.shownBelow")}</span>
        ) : (
          <Button aria-label={t("goods.variants.showOf", { sku })} onClick={() => onChoose(variant_uuid)}>
            {t("goods.variants.show")}
          </Button>
        ),
    },
  ];
}

/** All variants of a product in one table. Barcode and weight are edited in the variant's own row, so that none goes to the wrong SKU. */
export function VariantsTable({ product, chosen, onChanged, onChoose }: TableProps) {
  const words = useTranslation();
  const { t } = words;
  const [isAdding, setAdding] = useState(false);
  const mayWeigh = isPermitted(goodsActions.editVariant, useCaller());
  const columns = getColumns(words, { chosen, mayWeigh, onChanged, onChoose });
  return (
    <section className="stack goods-variants">
      <div className="row">
        <ActionButton of={goodsActions.addVariant} subject={product} onClick={() => setAdding(true)}>
          {t("goods.action.addVariant")}
        </ActionButton>
      </div>
      <ShortTable
        label={t("goods.variants.table")}
        columns={columns}
        rows={product.variants}
        rowKey={({ variant_uuid }) => variant_uuid}
        empty={t("goods.variants.none")}
      />
      {isAdding && <AddDialog product={product} onChanged={onChanged} onChoose={onChoose} onClose={() => setAdding(false)} />}
    </section>
  );
}
