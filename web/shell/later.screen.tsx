import { useEffect } from "react";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { AppRoute } from "../app-routes.ts";
import { say } from "../handle-problem.ts";
import { AppLink } from "./app-link.tsx";

/** Says once, when the page opens, that no shop is bound. */
function useStoreMissing(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) say("bad", clientTexts.storeIdMissing);
  }, [isMissing]);
}

/** A route whose feature comes later: its title, a notice and a link onwards. */
export function LaterScreen({ route }: { route: AppRoute }) {
  const { t } = useTranslation();
  const { area } = route;
  const title = t(route.title);
  const hasShops = useSessions(({ sessions }) => (area === null ? 0 : (sessions[area]?.shops.length ?? 0)) > 0);
  const isSignedIn = useSessions(({ people }) => area !== null && people[area] !== null);
  const isMissing = route.needsShop === true && !hasShops;
  const language = useAppearance((look) => look.language);
  useStoreMissing(isMissing);
  return (
    <section className="stack">
      <h1>{title}</h1>
      {isMissing && (
        <Notice tone="warn" title={clientTexts.storeIdMissing[language]}>
          <p>{t("navigation.shell.noShop")}</p>
          <div className="row">
            <AppLink className={buttonClass({ tone: "primary" })} href="/ds/my-shop">
              {t("navigation.myShop")}
            </AppLink>
          </div>
        </Notice>
      )}
      <div className="panel stack">
        <p>{t("navigation.later.soon")}</p>
        <p className="quiet">{t("navigation.later.what", { title })}</p>
        {isSignedIn && (
          <div className="row">
            <AppLink className={buttonClass({})} href={`/${area}/home`}>
              {t("navigation.later.home")}
            </AppLink>
          </div>
        )}
      </div>
    </section>
  );
}
