import { useMemo } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatNumber } from "#src/kit/lib/formats.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { VariantDetail } from "./goods-rows.contract.ts";
import { isFarFromDeclared } from "./goods.rules.ts";
import { declaredForm, measuredForm } from "./product-forms.tsx";
import { SavedForm } from "./saved-form.tsx";

const measures = [
  { field: "weight_grams", label: "weight", unit: "grams", per: 1 },
  { field: "length_mm", label: "length", unit: "centimetres", per: 10 },
  { field: "width_mm", label: "width", unit: "centimetres", per: 10 },
  { field: "height_mm", label: "height", unit: "centimetres", per: 10 },
] as const;

/** Compares declared and measured values, and marks differences of more than 5 %. */
function Compared({ variant }: { variant: VariantDetail }) {
  const { t, locale } = useTranslation();
  const said = (value: number | null, { unit, per }: (typeof measures)[number]) =>
    value === null ? t("goods.field.none") : `${formatNumber(value / per, locale)} ${t(`goods.field.${unit}`)}`;
  return (
    <table className="goods-measures number">
      <thead>
        <tr>
          {(["measure", "declared", "measured", "state"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`goods.dimensions.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => {
          const { field, label } = measure;
          const [declared, measured] = [variant[field], variant[`measured_${field}`]];
          const state = measured === null ? "unknown" : isFarFromDeclared(declared, measured) ? "differs" : "same";
          return (
            <tr key={field}>
              <th scope="row">{t(`goods.field.${label}`)}</th>
              <td data-title={t("goods.dimensions.declared")}>{said(declared, measure)}</td>
              <td data-title={t("goods.dimensions.measured")}>{said(measured, measure)}</td>
              <td data-title={t("goods.dimensions.state")}>
                <StatusTag
                  tone={({ unknown: "quiet", differs: "warn", same: "good" } as const)[state]}
                  text={t(`goods.dimensions.${state}`)}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface DimensionsProps {
  readonly variant: VariantDetail;
  readonly mayEdit: boolean;
  readonly mayMeasure: boolean;
  readonly onChanged: () => void;
}

/** Weight and size of one packed piece. */
export function DimensionsTab({ variant, mayEdit, mayMeasure, onChanged }: DimensionsProps) {
  const { t, locale } = useTranslation();
  const declared = useMemo(() => declaredForm(variant, onChanged), [variant, onChanged]);
  const measured = useMemo(() => measuredForm(variant), [variant]);
  return (
    <div className="stack">
      <Compared variant={variant} />
      {variant.measured_at !== "" && (
        <p className="quiet">{t("goods.dimensions.at", { time: formatInstant(variant.measured_at, locale) })}</p>
      )}
      {mayEdit && (
        <section className="stack">
          <h3>{t("goods.dimensions.declare")}</h3>
          <SavedForm of={declared} initial={variant} onSaved={onChanged} />
        </section>
      )}
      {mayMeasure && (
        <section className="stack">
          <h3>{t("goods.dimensions.enter")}</h3>
          <p className="quiet">{t("goods.dimensions.enterHint")}</p>
          <SavedForm key={variant.measured_at} of={measured} initial={{}} onSaved={onChanged} />
        </section>
      )}
    </div>
  );
}
