import "#src/ui/skeleton.css";
import { useEffect, useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";

/** From so many seconds on it is said that this is no usual wait. */
const slowSeconds = 5;

/** For how long it has been waited: that somebody still works on it is seen by this. */
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

/** In place of a report that is not there yet: it is being added up, or was stopped. It comes after a moment, so that a quick answer does not flash. */
export function ReportWait({ isStopped, onStop, onStart }: WaitProps) {
  const { t } = useTranslation();
  return (
    <section className="panel skeletons reports-wait" aria-busy={!isStopped}>
      <div className="row">
        <span role="status">{t(isStopped ? "reports.wait.stopped" : "reports.wait.adding")}</span>
        {/* One button, so that who pressed it by keys stands on it still. */}
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
