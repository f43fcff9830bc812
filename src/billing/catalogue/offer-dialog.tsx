import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { listText, formatNumber } from "#src/kit/lib/formats.ts";
import { formatSize } from "#src/kit/lib/size.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { Offer } from "./claims.contract.ts";
import { claimItems } from "./claims.contract.ts";
import { Pictures } from "./pictures.tsx";
import { toSeenPrices } from "./seen-prices.rules.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { catalogueActions } from "./catalogue.actions.ts";

interface OfferProps {
  readonly of: Offer;
  /** opens the claim */
  readonly onClaim: (claimUuid: string) => void;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

type Offered = Offer["variants"][number];

/** Weight and size of a packed piece, if known. */
function useMeasures(): (variant: Offered) => string {
  const { t, locale } = useTranslation();
  return ({ weight_grams: grams, length_mm: length, width_mm: width, height_mm: height }) =>
    listText(
      [
        grams === null ? "" : t("catalogue.offer.grams", { grams: formatNumber(grams, locale) }),
        formatSize([length, width, height], locale),
      ].filter((text) => text !== ""),
      locale,
    );
}

function Variants({ of: { variants, currency } }: { of: Offer }) {
  const { t, locale } = useTranslation();
  const findMeasures = useMeasures();
  return (
    <ul className="catalogue-lines">
      {variants.map((variant) => (
        <li key={variant.variant_uuid}>
          <span className="stack-tight">
            <span>{variant.title === "" ? variant.sku : t("catalogue.named", { sku: variant.sku, title: variant.title })}</span>
            {findMeasures(variant) !== "" && <span className="quiet small">{findMeasures(variant)}</span>}
          </span>
          <span className="stack-tight catalogue-end">
            <span className="number">
              {variant.price_cents === null ? t("catalogue.offer.noPrice") : formatAmount(variant.price_cents, currency, locale)}
            </span>
            <span className="quiet small">{t("catalogue.offer.available", { count: variant.available })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One of the supplier's offers: pictures, description, prices of the variants, and the button to sell it. */
export function OfferDialog({ of, onClaim, onChanged, onClose }: OfferProps) {
  const { t } = useTranslation();
  const { perform, isPending } = useCallMutation(claimItems);
  const isPriced = of.variants.some(({ price_cents }) => price_cents !== null);
  const claim = async () => {
    try {
      const { claimed } = await perform({ item_uuids: [of.item_uuid], seen: toSeenPrices([of]) });
      useToasts.getState().show("good", t("catalogue.done.claimed"));
      void onChanged();
      const [made] = claimed;
      if (made === undefined) onClose();
      else onClaim(made.claim_uuid);
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
      void onChanged();
      onClose();
    }
  };
  const { claim_uuid } = of;
  return (
    <Dialog
      title={of.title}
      closeText={t("ui.close")}
      onClose={onClose}
      actions={
        <>
          {of.is_claimed && claim_uuid !== null && (
            <Button tone="primary" onClick={() => onClaim(claim_uuid)}>
              {t("catalogue.offer.toClaim")}
            </Button>
          )}
          <ActionButton of={catalogueActions.claim} subject={of} tone="primary" isDisabled={isPending} onClick={() => void claim()}>
            {t("catalogue.action.claim")}
          </ActionButton>
        </>
      }
    >
      <div className="stack">
        <Pictures title={of.title} images={of.images} />
        {of.description !== "" && <p className="catalogue-description">{of.description}</p>}
        <Variants of={of} />
        {!isPriced && (
          <Notice tone="warn" title={t("catalogue.offer.noPriceTitle", { currency: of.currency })}>
            <p>{t("catalogue.offer.noPriceText")}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
