import "./rate-cards.css";
import { Suspense } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { CardsTab } from "./cards-tab.tsx";
import { useRateCardParams } from "./use-rate-cards.ts";

const CardPage = lazyPart(async () => (await import("./card-page.tsx")).CardPage);
const ChargingTab = lazyPart(async () => (await import("./charging-tab.tsx")).ChargingTab);

/** What retailers are charged, and how: the rate cards, one of them (`?card=`), and the billing settings. */
export function RateCardsScreen() {
  const { t } = useTranslation();
  const { card, tab, go } = useRateCardParams();
  const waiting = <p className="quiet">{t("ui.loading")}</p>;
  if (card !== "")
    return (
      <Suspense fallback={waiting}>
        <CardPage key={card} uuid={card} onBack={() => go({})} onCard={(uuid) => go({ card: uuid })} />
      </Suspense>
    );
  return (
    <div className="stack rates">
      <h1>{t("navigation.rateCards")}</h1>
      <Tabs
        label={t("rateCards.tab.label")}
        tabs={(["cards", "charging"] as const).map((value) => ({ value, text: t(`rateCards.tab.${value}`) }))}
        value={tab}
        onValue={(value) => go(value === "cards" ? {} : { tab: value })}
      >
        {tab === "cards" ? (
          <CardsTab onCard={(uuid) => go({ card: uuid })} />
        ) : (
          <Suspense fallback={waiting}>
            <ChargingTab />
          </Suspense>
        )}
      </Tabs>
    </div>
  );
}
