import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatDay } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Facts } from "#src/kit/ui/facts.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { ChargeStatus } from "./charge-status.tsx";
import { ChargingForm } from "./charging-form.tsx";
import type { BillingSettings, RateCard } from "./rate-cards.contract.ts";
import { getBillingSettings } from "./rate-cards.contract.ts";
import { useCards, useReload } from "./use-rate-cards.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { rateCardsActions } from "./rate-cards.actions.ts";

/** The read-only settings, for those who may not change them. */
function SettingFacts({ settings, cards }: { settings: BillingSettings; cards: readonly RateCard[] }) {
  const { t, locale } = useTranslation();
  const card = cards.find(({ rate_card_uuid }) => rate_card_uuid === settings.default_rate_card_uuid);
  const facts = [
    [t("rateCards.settings.timeZone"), settings.time_zone],
    [t("rateCards.settings.defaultCard"), card?.name ?? t("rateCards.settings.noDefault")],
    [
      t("rateCards.settings.chargesFrom"),
      settings.charges_from === "" ? t("rateCards.settings.notCharging") : formatDay(settings.charges_from, locale),
    ],
  ] as const;
  return <Facts of={facts} />;
}

/** The billing settings, and the charging progress. */
export function ChargingTab() {
  const { t } = useTranslation();
  const caller = useCaller();
  const reload = useReload();
  const settings = useCallQuery(getBillingSettings, {});
  const { cards, isFailed } = useCards();
  if (isFailed || (settings.data === undefined && settings.error !== null))
    return (
      <Notice tone="bad" title={t("rateCards.failed")}>
        <div className="row">
          <Button onClick={() => void reload()}>{t("rateCards.again")}</Button>
        </div>
      </Notice>
    );
  if (settings.data === undefined || cards === null) return <p className="quiet">{t("ui.loading")}</p>;
  return (
    <div className="rates-charging">
      <section className="panel stack" aria-labelledby="rates-how">
        <h2 id="rates-how">{t("rateCards.settings.title")}</h2>
        <p className="quiet">{t("rateCards.settings.about")}</p>
        {isPermitted(rateCardsActions.settings, caller) ? (
          <ChargingForm settings={settings.data} cards={cards} />
        ) : (
          <SettingFacts settings={settings.data} cards={cards} />
        )}
      </section>
      <ChargeStatus />
    </div>
  );
}
