import { updateDefaultSettings } from "#src/accounts/accounts.contract.ts";
import { useCaller, useDeed } from "#src/api/caller.tsx";
import type { Language, Theme } from "#src/lib/look.ts";
import type { Looks } from "./appearance.store.ts";
import { useAppearance } from "./appearance.store.ts";
import { accountsActions } from "#src/accounts/accounts.actions.ts";
import { isPermitted } from "#src/ui/action/action.ts";

interface Look {
  readonly language: Language;
  readonly theme: Theme;
  speak(language: Language): void;
  paint(theme: Theme): void;
}

/**
 * Language and theme, and how to change them: at once here, and for whoever is signed in also as the account's own choice; before
 * a login for whoever signs in next. A failure to tell the server is nobody's trouble: the choice holds in this browser.
 */
export function useLook(): Look {
  const { language, theme, speak, paint, wish } = useAppearance();
  const caller = useCaller();
  const { perform } = useDeed(updateDefaultSettings);
  function tell(settings: Partial<Looks>): void {
    if (isPermitted(accountsActions.look, caller)) perform(settings, { isQuiet: true }).catch(() => undefined);
    else if (caller.role === null) wish(settings);
  }
  return {
    language,
    theme,
    speak(wanted) {
      void speak(wanted);
      tell({ defaultLanguage: wanted });
    },
    paint(wanted) {
      paint(wanted);
      tell({ defaultTheme: wanted });
    },
  };
}
