import "./catalogue.css";
import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { List } from "#src/ui/list/list.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { uuidIn } from "./catalogue-words.rules.ts";
import { ClaimPage } from "./claim-page.tsx";
import type { Offer } from "./claims.contract.ts";
import { claimsList } from "./claims.list.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { offersList } from "./offers.list.tsx";
import { useReload, useShow } from "./use-catalogue.ts";

const tabs = ["offers", "claims"] as const;

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

/** A retailer's catalogue: what its supplier offers, what it sells of that (`?tab=claims`), or one of those (`?claim=`). */
export function OffersScreen() {
  const { t } = useTranslation();
  const { claim, tab }: { claim?: unknown; tab?: unknown } = useSearch({ strict: false });
  const reload = useReload();
  const go = useShow();
  const show = useCallback((uuid: string) => go({ tab: "claims", claim: uuid }), [go]);
  const shown = uuidIn(claim);
  if (shown !== null) return <ClaimPage key={shown} uuid={shown} onChanged={reload} onBack={() => go({ tab: "claims" })} />;
  const part = tabs.find((one) => one === tab) ?? "offers";
  return (
    <div className="stack">
      <h1>{t("places.catalogue")}</h1>
      <p className="quiet">{t("catalogue.introRetailer")}</p>
      <Tabs
        label={t("places.catalogue")}
        tabs={tabs.map((value) => ({ value, text: t(`catalogue.tab.${value}`) }))}
        value={part}
        onValue={(value) => go(value === "offers" ? {} : { tab: value }, "replace")}
      >
        {part === "offers" ? <Offers onClaim={show} /> : <Claims onClaim={show} />}
      </Tabs>
    </div>
  );
}
