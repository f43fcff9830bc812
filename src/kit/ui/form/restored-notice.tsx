import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "../button.tsx";
import { Notice } from "../notice.tsx";

/** Says that a draft was restored, and when it was last changed; its button discards it. */
export function RestoredNotice({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  const { t, locale } = useTranslation();
  const when = new Date(at);
  const [today] = useState(() => new Date().toDateString());
  const isToday = when.toDateString() === today;
  const time = when.toLocaleString(locale, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  return (
    <Notice tone="normal" title={t("form.draft.kept", { time })}>
      <div className="row">
        <Button onPress={onDiscard}>{t("form.draft.discard")}</Button>
      </div>
    </Notice>
  );
}
