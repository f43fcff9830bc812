import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { languages } from "#src/kit/lib/languages.ts";
import { themes } from "#src/kit/lib/themes.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { accountsActions } from "./accounts.actions.ts";
import { updateDefaultSettings } from "./accounts.contract.ts";

/** Language and theme: applied at once, and saved with the account for other devices. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const mayKeep = isPermitted(accountsActions.look, useCaller());
  const { language, theme, setLanguage: speak, setTheme: paint } = useAppearance();
  const { perform } = useCallMutation(updateDefaultSettings);
  const keep = async (choice: InputOf<typeof updateDefaultSettings>) => {
    if (!mayKeep) return;
    try {
      await perform(choice);
    } catch {
      // Already shown as a toast; this browser keeps the choice.
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
