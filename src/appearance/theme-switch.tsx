import MoonOutlined from "@ant-design/icons/es/icons/MoonOutlined";
import SunOutlined from "@ant-design/icons/es/icons/SunOutlined";
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
      icon={isDark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      onClick={() => paint(isDark ? "defaultTheme" : "darkTheme")}
    />
  );
}
