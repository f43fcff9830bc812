import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { IconButton } from "#src/ui/icon-button.tsx";
import { useLook } from "./use-look.ts";

/** Paints the page in the other of the two themes. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, paint } = useLook();
  const isDark = theme === "darkTheme";
  return (
    <IconButton
      label={t(isDark ? "appearance.toLight" : "appearance.toDark")}
      icon={isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
      onClick={() => paint(isDark ? "defaultTheme" : "darkTheme")}
    />
  );
}
