import { useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { listText, numberText } from "#src/lib/wording.ts";
import { StockFigures } from "#src/stock/stock-figures.screen.tsx";
import { StockOfVariantScreen } from "#src/stock/stock-of-variant.screen.tsx";
import { Button } from "#src/ui/button.tsx";
import { FormDialog } from "#src/ui/form-dialog.tsx";
import { Form } from "#src/ui/form/form.tsx";
import { BarcodesPanel } from "./barcodes-panel.tsx";
import { Figures } from "./figures.tsx";
import type { ProductDetail, VariantDetail } from "./shown.contract.ts";
import { addForm, customsForm, skuForm } from "./product-forms.tsx";
import { SavedForm } from "./saved-form.tsx";

interface TabProps {
  readonly variant: VariantDetail;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

function AddDialog({ productUuid, onDone, onClose }: { productUuid: string; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useMemo(() => addForm(productUuid), [productUuid]);
  return (
    <FormDialog title={t("goods.variants.add")} onClose={onClose}>
      <Form
        of={form}
        subject={productUuid}
        onDone={() => {
          onDone();
          onClose();
        }}
      />
    </FormDialog>
  );
}

/** What a variant is called and how it is kept, its barcodes, and a way to a further variant. */
export function VariantsTab({ product, variant, mayEdit, onChanged }: TabProps & { product: ProductDetail }) {
  const { t, locale } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const form = useMemo(() => skuForm(variant, onChanged), [variant, onChanged]);
  return (
    <div className="stack">
      {mayEdit && (
        <div className="row">
          <Button onClick={() => setAdding(true)}>{t("goods.action.addVariant")}</Button>
        </div>
      )}
      <BarcodesPanel variant={variant} mayEdit={mayEdit} onChanged={onChanged} />
      {variant.merged_skus.length > 0 && (
        <p className="quiet">{t("goods.variants.merged", { skus: listText(variant.merged_skus, locale) })}</p>
      )}
      {mayEdit && (
        <section className="stack">
          <h3>{t("goods.variants.settings")}</h3>
          <SavedForm of={form} initial={variant} onSaved={onChanged} />
        </section>
      )}
      {isAdding && <AddDialog productUuid={product.product_uuid} onDone={onChanged} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** What customs wants to know of one piece. */
export function CustomsTab({ variant, mayEdit, onChanged }: TabProps) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => customsForm(variant, onChanged), [variant, onChanged]);
  const { declared_value_cents: cents, ...said } = variant;
  if (mayEdit)
    return <SavedForm of={form} initial={{ ...said, declared_value: cents === null ? undefined : cents / 100 }} onSaved={onChanged} />;
  return (
    <Figures
      of={[
        [t("goods.field.declaredName"), said.declared_name],
        [t("goods.field.declaredNameZh"), said.declared_name_zh],
        [t("goods.field.hsCode"), said.hs_code],
        [t("goods.field.origin"), said.origin_country],
        [t("goods.field.value"), cents === null ? "" : numberText(cents / 100, locale)],
        [t("goods.field.currency"), cents === null ? "" : said.currency],
      ]}
    />
  );
}

/** The pieces of a variant by what can be done with them, and for staff where they lie; of a bundle how many its parts make. */
export function StockTab({ variant: { stock, variant_uuid, is_bundle } }: Pick<TabProps, "variant">) {
  const { t } = useTranslation();
  if (is_bundle) return <p>{t("goods.stock.bundle", { count: stock.available })}</p>;
  return (
    <div className="stack">
      <StockFigures pieces={stock} since={stock.oldest_since === "" ? null : stock.oldest_since} />
      <StockOfVariantScreen variantUuid={variant_uuid} />
    </div>
  );
}
