import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { ReceiptPlace } from "./receipt-place.rules.ts";

/** There is none of this address, or it is somebody else's. */
export function NoReceipt({ go }: { go: (place: ReceiptPlace) => void }) {
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
