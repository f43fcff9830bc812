import type { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface FailedNoticeProps {
  /** null while the answer is on its way */
  readonly error: CallProblem | null;
  readonly onRetry: () => void;
}

/** Says that something is being loaded, or that it did not come, with another try. */
export function FailedNotice({ error, onRetry }: FailedNoticeProps) {
  const { t } = useTranslation();
  if (error === null) return <p className="quiet height-unknown">{t("ui.loading")}</p>;
  return (
    <Notice tone="bad" title={t("ui.failed")}>
      <div className="row">
        <Button onClick={onRetry}>{t("ui.retry")}</Button>
      </div>
    </Notice>
  );
}
