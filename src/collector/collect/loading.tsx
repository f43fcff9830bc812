import "#src/kit/ui/skeleton.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/light/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";

/** A response of our own background that takes longer than this is unlikely to arrive. */
const slowMs = 8000;

interface LoadingProps {
  error: Error | null;
  onRetry: () => void;
  /** what is being loaded, for screen readers; "Loading" by default */
  label?: string;
}

/** A placeholder while data loads. After some seconds it offers to try again; a failure shows what failed. */
export function Loading({ error, onRetry, label }: LoadingProps) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (error !== null || slow) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, [error, slow]);
  const retry = () => {
    setSlow(false);
    onRetry();
  };
  const again = (
    <div className="row">
      <Button onClick={retry}>{t("ui.retry")}</Button>
    </div>
  );
  if (error !== null) {
    return (
      <Notice tone="bad" title={t("ui.failed")}>
        <code className="small">{error.message}</code>
        {again}
      </Notice>
    );
  }
  return (
    <div className="stack">
      <div className="skeletons" role="status" aria-busy="true">
        <span className="visually-hidden">{label ?? t("ui.loading")}</span>
        {[0, 1, 2].map((row) => (
          <div key={row} className="panel stack" aria-hidden="true">
            <span className="skeleton" />
            <span className="skeleton skeleton-short" />
          </div>
        ))}
      </div>
      {slow && (
        <Notice tone="warn" title={t("ui.slow")}>
          {again}
        </Notice>
      )}
    </div>
  );
}
