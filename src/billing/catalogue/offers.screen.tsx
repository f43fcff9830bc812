import "./catalogue.css";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { offerTabs } from "./catalogue-search.rules.ts";
import { ClaimPage } from "./claim-page.tsx";
import type { Offer } from "./claims.contract.ts";
import { claimsList } from "./claims.list.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { offersList } from "./offers.list.tsx";
import { useReload, useShow } from "./use-catalogue.ts";

function Offers({ onClaim }: { onClaim: (claimUuid: string) => void }) {
  const reload = useReload();
  const [shown, setShown] = useState<Offer | null>(null);
  const list = useMemo(() => offersList(setShown), []);
  return (
    <>
      <List of={list} />
      {shown !== null && <OfferDialog of={shown} onClaim={onClaim} onChanged={reload} onClose={() => setShown(null)} />}
    </>
  );
}

function Claims({ onClaim }: { onClaim: (claimUuid: string) => void }) {
  const list = useMemo(() => claimsList(onClaim), [onClaim]);
  return <List of={list} />;
}

/** A retailer's catalogue: the supplier's offers, the retailer's claims (`?tab=claims`), or one claim (`?claim=`). */
export function OffersScreen() {
  const { t } = useTranslation();
  const { claim: shown, tab } = useSearch({ strict: false });
  const reload = useReload();
  const go = useShow();
  const show = useCallback((uuid: string) => go({ tab: "claims", claim: uuid }), [go]);
  if (shown !== undefined) return <ClaimPage key={shown} uuid={shown} onChanged={reload} onBack={() => go({ tab: "claims" })} />;
  const part = offerTabs.find((one) => one === tab) ?? "offers";
  return (
    <div className="stack">
      <h1>{t("navigation.catalogue")}</h1>
      <p className="quiet">{t("catalogue.introRetailer")}</p>
      <Tabs
        label={t("navigation.catalogue")}
        tabs={offerTabs.map((value) => ({ value, text: t(`catalogue.tab.${value}`) }))}
        value={part}
        onValue={(value) => go(value === "offers" ? {} : { tab: value }, "replace")}
      >
        {part === "offers" ? <Offers onClaim={show} /> : <Claims onClaim={show} />}
      </Tabs>
    </div>
  );
}
