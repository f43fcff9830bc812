import "#src/ui/skeleton.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/light/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** An answer of our own background that takes longer than this will hardly come by itself. */
const slowMs = 8000;

interface LoadingProps {
  error: Error | null;
  onRetry: () => void;
  /** what is being loaded, for who hears it; "Loading" by itself */
  label?: string;
}

/** The place of what is on its way. After some seconds it says so and can be asked for again; a failure says what failed. */
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
        <span className="heard">{label ?? t("ui.loading")}</span>
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
