import "./settings.css";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes } from "#src/kit/lib/formats.ts";
import { ButtonLink } from "#src/kit/ui/button.tsx";
import { Checkbox } from "#src/kit/ui/checkbox.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { ColumnsChooser } from "./columns-chooser.tsx";
import type { Settings } from "./settings.contract.ts";
import { SettingsSwitches } from "./settings-switches.tsx";
import { useSettings } from "./settings.store.ts";
import { WaitingTime } from "./waiting-time.tsx";

/** All settings of the extension; each is stored when it changes. */
export function SettingsScreen({ usage }: { usage: { usedBytes: number; quotaBytes: number } | undefined }) {
  const { t, locale } = useTranslation();
  const { settings, save } = useSettings();
  const show = useToasts((toasts) => toasts.show);
  const store = (patch: Partial<Settings>) => {
    save(patch).catch(() => show("bad", t("settings.failed")));
  };
  return (
    <div className="settings">
      <h1>{t("settings.title")}</h1>
      <section className="panel stack">
        <SettingsSwitches labelSeen />
      </section>
      <section className="panel stack">
        <h2>{t("settings.waiting.title")}</h2>
        <WaitingTime waits={settings} onWaits={store} />
      </section>
      <section className="panel stack">
        <h2>{t("settings.page.title")}</h2>
        <Checkbox label={t("settings.page.button")} isChecked={settings.pageButton} onChecked={(pageButton) => store({ pageButton })} />
      </section>
      <section className="panel stack">
        <h2>{t("settings.columns")}</h2>
        <ColumnsChooser />
      </section>
      <section className="panel stack">
        <h2>{t("settings.storage.title")}</h2>
        {usage !== undefined && (
          <p>
            {usage.quotaBytes > 0
              ? t("settings.storage.quota", { used: formatBytes(usage.usedBytes, locale), quota: formatBytes(usage.quotaBytes, locale) })
              : t("settings.storage.used", { used: formatBytes(usage.usedBytes, locale) })}
          </p>
        )}
        <div className="row">
          <ButtonLink href="#/">{t("settings.storage.manage")}</ButtonLink>
        </div>
      </section>
    </div>
  );
}
