import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";

/** The header of a view within the popup: the back button, which gets the focus first, and the view's name. */
export function PopupBack({ title, onBack }: { title: string; onBack: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="popup-back">
      <Button ref={button} onClick={onBack}>
        {t("collect.popup.back")}
      </Button>
      <h2>{title}</h2>
    </div>
  );
}
