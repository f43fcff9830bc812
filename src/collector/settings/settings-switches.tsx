import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Choice } from "#src/kit/ui/light/field.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useSettings } from "./settings.store.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";

/** The languages in the order in which they are offered, each with its tag, so that screen readers read each name in its own language. */
const languages: readonly { value: Language; lang: string }[] = [
  { value: "en_us", lang: "en" },
  { value: "zh_cn", lang: "zh-CN" },
];

const themes: readonly Theme[] = ["defaultTheme", "darkTheme"];

/** Language and theme, side by side; small enough for the popup. */
export function SettingsSwitches({ labelSeen = false }: { labelSeen?: boolean }) {
  const { t } = useTranslation();
  const { settings, save } = useSettings();
  const show = useToasts((toasts) => toasts.show);
  const store = (patch: Parameters<typeof save>[0]) => {
    save(patch).catch(() => show("bad", t("settings.failed")));
  };
  return (
    <>
      <Choice
        label={t("settings.language")}
        labelSeen={labelSeen}
        value={settings.language}
        options={languages.map(({ value, lang }) => ({ value, lang, text: t(`settings.languages.${value}`) }))}
        onValue={(language) => store({ language })}
      />
      <Choice
        label={t("settings.theme")}
        labelSeen={labelSeen}
        value={settings.theme}
        options={themes.map((value) => ({ value, text: t(`settings.themes.${value}`) }))}
        onValue={(theme) => store({ theme })}
      />
    </>
  );
}
