import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { ReceiptView } from "./receipt-view.rules.ts";

/** The receipt does not exist or belongs to somebody else. */
export function ReceiptNotFound({ go }: { go: (place: ReceiptView) => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("receipts.page.title")}</h1>
      <Notice tone="bad" title={t("receipts.page.notFound")}>
        <Button onClick={() => go({ kind: "list" })}>{t("receipts.page.back")}</Button>
      </Notice>
    </div>
  );
}
