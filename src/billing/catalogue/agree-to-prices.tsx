import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { catalogueActions } from "./catalogue.actions.ts";
import { filterNewPrices } from "./claim-edits.rules.ts";
import type { Claim } from "./claims.contract.ts";
import { agreeToPrices } from "./claims.contract.ts";

interface AgreeToPricesProps {
  readonly of: Claim;
  readonly onChanged: () => Promise<void>;
}

/** The agreed and the current prices of an item; agreeing applies to the displayed prices only. */
export function AgreeToPrices({ of, onChanged }: AgreeToPricesProps) {
  const { t, locale } = useTranslation();
  const { perform, isPending } = useCallMutation(agreeToPrices);
  const say = (cents: number) => formatAmount(cents, of.currency, locale);
  const line = ({ sku, agreed_price_cents: was, price_cents: now }: Claim["variants"][number]) => {
    if (now === null) return t("catalogue.newPrices.gone", { sku, was: say(was ?? 0) });
    return was === null
      ? t("catalogue.newPrices.first", { sku, now: say(now) })
      : t("catalogue.newPrices.was", { sku, was: say(was), now: say(now) });
  };
  const agree = async () => {
    try {
      await perform({
        claim_uuid: of.claim_uuid,
        seen: of.variants.map(({ variant_uuid, price_cents }) => ({ variant_uuid, price_cents })),
      });
      useToasts.getState().show("good", t("catalogue.done.agreed"));
    } catch (error) {
      // Already shown as a toast; current prices are fetched again.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      void onChanged();
    }
  };
  return (
    <Notice tone="warn" title={t("catalogue.newPrices.title")}>
      <ul className="catalogue-changes">
        {filterNewPrices(of.variants).map((variant) => (
          <li key={variant.variant_uuid}>{line(variant)}</li>
        ))}
      </ul>
      <div className="row">
        <ActionButton of={catalogueActions.agree} subject={of} tone="primary" isDisabled={isPending} onClick={() => void agree()}>
          {t("catalogue.action.agree")}
        </ActionButton>
      </div>
    </Notice>
  );
}
