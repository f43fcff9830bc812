import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Progress } from "#src/ui/progress.tsx";

/** While data is on its way, or when it did not come. */
export function Loading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <Progress label={t("ui.loading")} part={null} />;
  return (
    <Notice tone="bad" title={t("ui.failed")}>
      <code className="small">{error.message}</code>
      <div className="row">
        <Button onClick={onRetry}>{t("ui.retry")}</Button>
      </div>
    </Notice>
  );
}
