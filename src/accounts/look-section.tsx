import { useCaller, useDeed } from "#src/api/caller.tsx";
import type { InputOf } from "#src/api/define-call.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { languages, themes } from "#src/lib/look.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { RadioGroup } from "#src/ui/radio-group.tsx";
import { accountsActions } from "./accounts.actions.ts";
import { updateDefaultSettings } from "./accounts.contract.ts";

/** Language and theme: shown at once, and kept with the account for the other devices. */
export function LookSection() {
  const { t } = useTranslation();
  const mayKeep = isPermitted(accountsActions.look, useCaller());
  const { language, theme, speak, paint } = useAppearance();
  const { perform } = useDeed(updateDefaultSettings);
  const keep = async (choice: InputOf<typeof updateDefaultSettings>) => {
    if (!mayKeep) return;
    try {
      await perform(choice);
    } catch {
      // It was said as a toast; what was chosen stays in this browser.
    }
  };
  return (
    <section className="panel stack account-look" aria-labelledby="account-look">
      <div className="stack-tight">
        <h2 id="account-look">{t("accounts.look.title")}</h2>
        <p className="quiet">{t("accounts.look.text")}</p>
      </div>
      <RadioGroup
        look="segments"
        label={t("accounts.look.language")}
        value={language}
        options={languages.map((value) => ({ value, text: t(`accounts.look.languages.${value}`) }))}
        onValue={(chosen) => {
          void speak(chosen);
          void keep({ defaultLanguage: chosen });
        }}
      />
      <RadioGroup
        look="segments"
        label={t("accounts.look.theme")}
        value={theme}
        options={themes.map((value) => ({ value, text: t(`accounts.look.themes.${value}`) }))}
        onValue={(chosen) => {
          paint(chosen);
          void keep({ defaultTheme: chosen });
        }}
      />
    </section>
  );
}
