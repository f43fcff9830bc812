import "#src/kit/ui/skeleton.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";

/** After how many seconds the wait is called unusually long. */
const slowSeconds = 5;

/** The elapsed time, which shows that work continues. */
function Waited() {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span className="quiet number" aria-hidden="true">
        {seconds > 0 && t("reports.wait.seconds", { seconds })}
      </span>
      <span className="quiet" role="status">
        {seconds >= slowSeconds && t("ui.slow")}
      </span>
    </>
  );
}

interface WaitProps {
  readonly isStopped: boolean;
  readonly onStop: () => void;
  readonly onStart: () => void;
}

/** Shown in place of a report that is loading or was stopped. Appears with a delay, so that quick answers do not flash. */
export function ReportWait({ isStopped, onStop, onStart }: WaitProps) {
  const { t } = useTranslation();
  return (
    <section className="panel skeletons reports-wait" aria-busy={!isStopped}>
      <div className="row">
        <span role="status">{t(isStopped ? "reports.wait.stopped" : "reports.wait.adding")}</span>
        {/* A single button, so that keyboard focus stays on it. */}
        <Button onClick={isStopped ? onStart : onStop}>{t(isStopped ? "reports.wait.start" : "reports.wait.stop")}</Button>
        {!isStopped && <Waited />}
      </div>
      {!isStopped && (
        <div className="reports-wait-shape" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton skeleton-short" />
          <span className="skeleton" />
        </div>
      )}
    </section>
  );
}
