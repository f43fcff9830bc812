import "#src/kit/ui/tokens.css";
import "#src/kit/ui/base.css";
import { createRoot } from "react-dom/client";
import browser from "webextension-polyfill";
import { PopupScreen } from "#src/collector/collect/popup.screen.tsx";
import { showLanguageLightly } from "#src/collector/texts/popup.ts";
import { SettingsSwitches } from "#src/collector/settings/settings-switches.tsx";
import { startSettings, useSettings } from "#src/collector/settings/settings.store.ts";

/** The hosts that the manifest names: apart in version 3, among the permissions in version 2 (Firefox). */
function manifestHosts(): string[] {
  const { host_permissions: hosts = [], permissions = [] } = browser.runtime.getManifest();
  return [...hosts, ...permissions].filter((entry) => entry.includes("://"));
}

function Popup() {
  const { settings, save } = useSettings();
  return (
    <PopupScreen
      settings={settings}
      onOptions={(lastOptions) => void save({ lastOptions })}
      origins={manifestHosts()}
      switches={<SettingsSwitches />}
    />
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("popup: index.html has no #root");
await startSettings(showLanguageLightly);
createRoot(root).render(<Popup />);
