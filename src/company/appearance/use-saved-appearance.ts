import { updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import { useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Theme } from "#src/kit/lib/themes.ts";
import type { SavedAppearance } from "./appearance.store.ts";
import { useAppearance } from "./appearance.store.ts";
import { accountsActions } from "#src/company/accounts/accounts.actions.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";

interface AppearanceState {
  readonly language: Language;
  readonly theme: Theme;
  setLanguage(language: Language): void;
  setTheme(theme: Theme): void;
}

/**
 * Language and theme with their setters: applied here at once, and saved with the account of a signed-in user; before a login, remembered for the next user
 * who signs in. A failure to save is ignored, because this browser keeps the choice.
 */
export function useSavedAppearance(): AppearanceState {
  const { language, theme, setLanguage: speak, setTheme: paint, choose: wish } = useAppearance();
  const caller = useCaller();
  const { perform } = useCallMutation(updateDefaultSettings);
  function save(settings: Partial<SavedAppearance>): void {
    if (isPermitted(accountsActions.look, caller)) perform(settings, { isQuiet: true }).catch(() => undefined);
    else if (caller.role === null) wish(settings);
  }
  return {
    language,
    theme,
    setLanguage(wanted) {
      void speak(wanted);
      save({ defaultLanguage: wanted });
    },
    setTheme(wanted) {
      paint(wanted);
      save({ defaultTheme: wanted });
    },
  };
}
