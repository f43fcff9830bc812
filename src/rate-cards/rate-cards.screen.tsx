import "./rate-cards.css";
import { Suspense } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { lazyPart } from "#src/ui/lazy-part.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { CardsTab } from "./cards-tab.tsx";
import { useRateCardPlace } from "./use-rate-cards.ts";

const CardPage = lazyPart(async () => (await import("./card-page.tsx")).CardPage);
const ChargingTab = lazyPart(async () => (await import("./charging-tab.tsx")).ChargingTab);

/** What retailers are charged by, and how: the rate cards, one of them (`?card=`), and the provider's charging. */
export function RateCardsScreen() {
  const { t } = useTranslation();
  const { card, tab, go } = useRateCardPlace();
  const waiting = <p className="quiet">{t("ui.loading")}</p>;
  if (card !== "")
    return (
      <Suspense fallback={waiting}>
        <CardPage key={card} uuid={card} onBack={() => go({})} onCard={(uuid) => go({ card: uuid })} />
      </Suspense>
    );
  return (
    <div className="stack rates">
      <h1>{t("places.rateCards")}</h1>
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
