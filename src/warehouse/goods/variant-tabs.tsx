import { useMemo } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText, formatNumber } from "#src/kit/lib/formats.ts";
import { StockFigures } from "#src/warehouse/stock/stock-figures.screen.tsx";
import { StockOfVariantScreen } from "#src/warehouse/stock/stock-of-variant.screen.tsx";
import { Figures } from "./figures.tsx";
import type { VariantDetail } from "./goods-rows.contract.ts";
import { customsForm, skuForm } from "./product-forms.tsx";
import { SavedForm } from "./saved-form.tsx";

interface TabProps {
  readonly variant: VariantDetail;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

/** A variant's name and how its stock is kept. */
export function VariantsTab({ variant, mayEdit, onChanged }: TabProps) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => skuForm(variant, onChanged), [variant, onChanged]);
  return (
    <div className="stack">
      {variant.merged_skus.length > 0 && (
        <p className="quiet">{t("goods.variants.merged", { skus: listText(variant.merged_skus, locale) })}</p>
      )}
      {mayEdit && <SavedForm of={form} initial={variant} onSaved={onChanged} />}
    </div>
  );
}

/** Customs data of one piece. */
export function CustomsTab({ variant, mayEdit, onChanged }: TabProps) {
  const { t, locale } = useTranslation();
  const form = useMemo(() => customsForm(variant, onChanged), [variant, onChanged]);
  const { declared_value_cents: cents, ...fields } = variant;
  if (mayEdit)
    return <SavedForm of={form} initial={{ ...fields, declared_value: cents === null ? undefined : cents / 100 }} onSaved={onChanged} />;
  return (
    <Figures
      of={[
        [t("goods.field.declaredName"), fields.declared_name],
        [t("goods.field.declaredNameZh"), fields.declared_name_zh],
        [t("goods.field.hsCode"), fields.hs_code],
        [t("goods.field.origin"), fields.origin_country],
        [t("goods.field.value"), cents === null ? "" : formatNumber(cents / 100, locale)],
        [t("goods.field.currency"), cents === null ? "" : fields.currency],
        [t("goods.field.hasBattery"), fields.has_battery ? t("goods.field.battery.yes") : t("goods.field.battery.no")],
      ]}
    />
  );
}

/** A variant's pieces by state, and for staff their locations; for a bundle, how many its parts make. */
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
