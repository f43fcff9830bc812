import { useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";

/** Confirms the message: its number, and where the reply will go. */
export function SupportSent({ number, email, onAnother }: { number: string; email: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const said = useRef<HTMLDivElement>(null);
  // The focused form is gone, so its replacement takes the focus and is read out.
  useEffect(() => said.current?.focus(), []);
  return (
    <div className="support-form">
      <div ref={said} className="support-said" tabIndex={-1}>
        <Notice tone="good" title={t("support.done")}>
          <p className="number">{t("support.doneNumber", { number })}</p>
          <p>{t("support.doneNext", { email })}</p>
        </Notice>
      </div>
      <div className="row">
        <Button onClick={onAnother}>{t("support.another")}</Button>
      </div>
    </div>
  );
}
