import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { formatAmountForField, formatAmount } from "#src/kit/lib/money.ts";
import type { ClaimEdits, EditedClaim } from "./claim-edits.rules.ts";
import { computeMargin } from "./claim-edits.rules.ts";
import type { Claim } from "./claims.contract.ts";

type Variant = Claim["variants"][number];

interface VariantsProps {
  readonly of: Claim;
  readonly edits: ClaimEdits;
  readonly edited: EditedClaim;
  readonly mayEdit: boolean;
  readonly onVariant: (variantUuid: string, part: { sku?: string; price?: string }) => void;
}

/** The margin of a sale price; a loss is also said in words. */
function Margin({ of, edited, variant }: Pick<VariantsProps, "of" | "edited"> & { variant: Variant }) {
  const { t, locale } = useTranslation();
  const sale = edited.variants.find(({ variant_uuid }) => variant_uuid === variant.variant_uuid)?.sale_price_cents ?? null;
  const margin = computeMargin({ sale, saleCurrency: edited.currency }, variant.price_cents, of.currency);
  if (margin === null) return <span className="quiet">{t(sale === null ? "catalogue.margin.noSale" : "catalogue.margin.unknown")}</span>;
  const percent = t("catalogue.percent", { percent: formatNumber(margin, locale) });
  if (margin >= 0) return <span className="number">{percent}</span>;
  return <span className="number catalogue-loss">{t("catalogue.margin.loss", { percent })}</span>;
}

/** The current price of a piece, or that the supplier no longer offers the variant. */
function Cost({ of, currency }: { of: Variant; currency: string }) {
  const { t, locale } = useTranslation();
  if (!of.is_offered) return <span className="catalogue-loss">{t("catalogue.claim.variantGone")}</span>;
  return of.price_cents === null ? t("catalogue.offer.noPrice") : formatAmount(of.price_cents, currency, locale);
}

/** The variants of a claim: cost, own SKU, sale price and margin. */
export function ClaimVariants(props: VariantsProps) {
  const { of, edits, edited, mayEdit, onVariant } = props;
  const { t, locale } = useTranslation();
  const currency = edited.currency ?? of.sale_currency;
  const titles = {
    variant: t("catalogue.prices.variant"),
    available: t("catalogue.column.available"),
    cost: t("catalogue.column.cost"),
    sku: t("catalogue.claim.ownSku"),
    sale: t("catalogue.column.sale"),
    margin: t("catalogue.column.margin"),
  };
  const getSku = (variant: Variant) => edits.variants[variant.variant_uuid]?.sku ?? variant.own_sku;
  const priceIn = (variant: Variant) =>
    edits.variants[variant.variant_uuid]?.price ??
    (variant.sale_price_cents === null ? "" : formatAmountForField(variant.sale_price_cents, locale));
  return (
    <div className="catalogue-grid" tabIndex={0} role="region" aria-label={t("catalogue.claim.variants")}>
      <table>
        <thead>
          <tr>
            {Object.values(titles).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.variants.map((variant) => (
            <tr key={variant.variant_uuid}>
              <th scope="row">
                <span className="stack-tight">
                  <span>{variant.sku}</span>
                  {variant.title !== "" && <span className="quiet small">{variant.title}</span>}
                </span>
              </th>
              <td data-title={titles.available} className="number">
                {formatNumber(variant.available, locale)}
              </td>
              <td data-title={titles.cost} className="number">
                <Cost of={variant} currency={of.currency} />
              </td>
              <td data-title={titles.sku}>
                {mayEdit ? (
                  <TextField
                    className="catalogue-sku"
                    label={t("catalogue.claim.ownSkuOf", { sku: variant.sku })}
                    isLabelHidden
                    isCode
                    autoComplete="off"
                    maxLength={100}
                    placeholder={variant.sku}
                    value={getSku(variant)}
                    onText={(sku) => onVariant(variant.variant_uuid, { sku })}
                  />
                ) : (
                  variant.own_sku || variant.sku
                )}
              </td>
              <td data-title={titles.sale} className="number">
                {mayEdit ? (
                  <TextField
                    className="catalogue-price"
                    label={t("catalogue.claim.salePriceOf", { sku: variant.sku, currency })}
                    isLabelHidden
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                    placeholder={t("catalogue.prices.none")}
                    value={priceIn(variant)}
                    onText={(price) => onVariant(variant.variant_uuid, { price })}
                    {...(edited.wrong.has(variant.variant_uuid) ? { error: t("catalogue.claim.priceWrong") } : {})}
                  />
                ) : (
                  variant.sale_price_cents !== null && formatAmount(variant.sale_price_cents, currency, locale)
                )}
              </td>
              <td data-title={titles.margin}>
                <Margin of={of} edited={edited} variant={variant} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
