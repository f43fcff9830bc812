import { useEffect } from "react";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { Place } from "../places.ts";
import { say } from "../problems.ts";
import { PlaceLink } from "./place-link.tsx";

/** Says once, when the page opens, that no shop is bound. */
function useStoreMissing(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) say("bad", clientTexts.storeIdMissing);
  }, [isMissing]);
}

/** A route whose feature comes later: its title, a notice and a link onwards. */
export function LaterScreen({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { area } = place;
  const title = t(place.title);
  const hasShops = useSessions(({ sessions }) => (area === null ? 0 : (sessions[area]?.shops.length ?? 0)) > 0);
  const isSignedIn = useSessions(({ people }) => area !== null && people[area] !== null);
  const isMissing = place.needsShop === true && !hasShops;
  const language = useAppearance((look) => look.language);
  useStoreMissing(isMissing);
  return (
    <section className="stack">
      <h1>{title}</h1>
      {isMissing && (
        <Notice tone="warn" title={clientTexts.storeIdMissing[language]}>
          <p>{t("places.shell.noShop")}</p>
          <div className="row">
            <PlaceLink className={buttonClass({ tone: "primary" })} href="/ds/my-shop">
              {t("places.myShop")}
            </PlaceLink>
          </div>
        </Notice>
      )}
      <div className="panel stack">
        <p>{t("places.later.soon")}</p>
        <p className="quiet">{t("places.later.what", { title })}</p>
        {isSignedIn && (
          <div className="row">
            <PlaceLink className={buttonClass({})} href={`/${area}/home`}>
              {t("places.later.home")}
            </PlaceLink>
          </div>
        )}
      </div>
    </section>
  );
}
