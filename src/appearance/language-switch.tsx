import TranslationOutlined from "@ant-design/icons/es/icons/TranslationOutlined";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { IconButton } from "#src/ui/icon-button.tsx";
import { useLook } from "./use-look.ts";

/** Speaks the other of the two languages. Its sign is read in both, for whoever cannot read the page. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, speak } = useLook();
  const isEnglish = language === "en_us";
  return (
    <IconButton
      label={t(isEnglish ? "appearance.toChinese" : "appearance.toEnglish")}
      icon={<TranslationOutlined aria-hidden />}
      onClick={() => speak(isEnglish ? "zh_cn" : "en_us")}
    />
  );
}
