import Languages from "lucide-react/icons/languages";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { IconButton } from "#src/kit/ui/icon-button.tsx";
import { useSavedAppearance } from "./use-saved-appearance.ts";

/** Switches to the other language. Its text is that language's own name, for people who cannot read the page. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, setLanguage: speak } = useSavedAppearance();
  const isEnglish = language === "en_us";
  return (
    <IconButton
      label={t(isEnglish ? "appearance.toChinese" : "appearance.toEnglish")}
      icon={<Languages size={16} aria-hidden />}
      onClick={() => speak(isEnglish ? "zh_cn" : "en_us")}
    >
      <span lang={isEnglish ? "zh-CN" : "en-US"}>{t("appearance.otherLanguage")}</span>
    </IconButton>
  );
}
