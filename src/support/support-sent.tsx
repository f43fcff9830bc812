import { useEffect, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** The message has come in: its number, and where the answer will go. */
export function SupportSent({ number, email, onAnother }: { number: string; email: string; onAnother: () => void }) {
  const { t } = useTranslation();
  const said = useRef<HTMLDivElement>(null);
  // The form with the focus has gone: what came in its place is read out.
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
