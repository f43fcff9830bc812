import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { useSavedAppearance } from "./use-saved-appearance.ts";

/** Switches between the two themes. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, setTheme: paint } = useSavedAppearance();
  const isDark = theme === "darkTheme";
  return (
    <IconButton
      label={t(isDark ? "appearance.toLight" : "appearance.toDark")}
      icon={isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      onClick={() => paint(isDark ? "defaultTheme" : "darkTheme")}
    />
  );
}
