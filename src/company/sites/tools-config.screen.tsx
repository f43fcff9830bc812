import "./tools-config.css";
import { mayCall, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { BrowserPanel } from "./browser-panel.tsx";
import { ConnectionPanel } from "./connection-panel.tsx";
import { SitePanel } from "./site-panel.tsx";
import { SitesPanel } from "./sites-panel.tsx";
import { listSites } from "./sites.contract.ts";

/** The active configuration and this browser's settings for everybody, and all sites for a site administrator. */
export function ToolsConfigScreen() {
  const { t } = useTranslation();
  const mayEdit = mayCall(useCaller(), listSites);
  return (
    <div className="config stack">
      <h1>{t("navigation.toolsConfig")}</h1>
      <p className="quiet">{t("sites.intro")}</p>
      {mayEdit && <SitesPanel />}
      <div className="config-columns">
        <div className="stack">
          <SitePanel />
          <ConnectionPanel />
        </div>
        <BrowserPanel />
      </div>
    </div>
  );
}
