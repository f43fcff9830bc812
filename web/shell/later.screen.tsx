import { useEffect } from "react";
import { ownTexts } from "#src/api/own-texts.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Place } from "../places.ts";
import { say } from "../problems.ts";
import { PlaceLink } from "./place-link.tsx";

/** Says once, when the page opens, that there is no shop to show it of. */
function useStoreMissing(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) say("bad", ownTexts.storeIdMissing);
  }, [isMissing]);
}

/** A place whose feature comes later: its title, that it comes, and a way on. */
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
        <Notice tone="warn" title={ownTexts.storeIdMissing[language]}>
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
