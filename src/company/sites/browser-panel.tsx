import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCallback, useState, useSyncExternalStore } from "react";
import { parseDevice } from "#src/company/accounts/device.rules.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import type { StoredKey } from "./stored-keys.rules.ts";
import { groupStoredKeys } from "./stored-keys.rules.ts";
import { version } from "../../../package.json";

/** The version of this application. */
const applicationVersion: string = version;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The number of cached responses, which changes as they come and go. */
function useCachedCount(): number {
  const cache = useQueryClient().getQueryCache();
  const follow = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  return useSyncExternalStore(follow, () => cache.getAll().length);
}

function CachedResponses() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const count = useCachedCount();
  const clear = () => {
    queries.removeQueries({ type: "inactive" });
    void queries.invalidateQueries();
    useToasts.getState().show("good", t("sites.browser.cleared"));
  };
  return (
    <span className="row">
      <span className="number">{t("sites.browser.answersCount", { count })}</span>
      <Button size="small" onClick={clear}>
        {t("sites.browser.clear")}
      </Button>
    </span>
  );
}

function Stored({ keys }: { keys: readonly StoredKey[] }) {
  const { t, locale } = useTranslation();
  if (keys.length === 0) return <span className="quiet">{t("sites.browser.nothing")}</span>;
  const size = formatBytes(
    keys.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  );
  return (
    <details>
      <summary>{t("sites.browser.entries", { count: keys.length, size })}</summary>
      <ul className="config-keys">
        {keys.map(({ name, bytes }) => (
          <li key={name}>
            <code>{name}</code>
            <span className="quiet number">{formatBytes(bytes, locale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** This browser's time zone. */
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

function readStored() {
  return groupStoredKeys(Object.keys(localStorage).map((name) => [name, localStorage.getItem(name) ?? ""] as const));
}

/** This browser's settings: its appearance, its storage, the running version. */
export function BrowserPanel() {
  const { t } = useTranslation();
  const { language, theme } = useAppearance();
  const [stored] = useState(readStored);
  const { browser, system } = parseDevice(navigator.userAgent);
  return (
    <section className="panel stack" aria-labelledby="config-browser-title">
      <h2 id="config-browser-title">{t("sites.browser.title")}</h2>
      <dl className="config-facts">
        <Fact name={t("sites.browser.language")}>{t(`sites.locale.${language}`)}</Fact>
        <Fact name={t("sites.browser.theme")}>{t(`sites.theme.${theme}`)}</Fact>
        <Fact name={t("sites.browser.browser")}>
          {browser !== null && system !== null
            ? t("sites.browser.both", { browser, system })
            : (browser ?? system ?? t("sites.browser.unknown"))}
        </Fact>
        <Fact name={t("sites.browser.clock")}>{timeZone}</Fact>
        <Fact name={t("sites.browser.version")}>
          <span className="number">{applicationVersion}</span>
        </Fact>
        <Fact name={t("sites.browser.answers")}>
          <CachedResponses />
        </Fact>
      </dl>
      <h3>{t("sites.browser.stored")}</h3>
      <dl className="config-facts">
        {(["p", "ds", "other"] as const).map((group) => (
          <Fact key={group} name={t(`sites.browser.${group}`)}>
            <Stored keys={stored[group]} />
          </Fact>
        ))}
      </dl>
      <p className="quiet small">{t("sites.browser.hidden")}</p>
    </section>
  );
}
