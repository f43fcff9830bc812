import { useState } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Mark } from "#src/ui/mark.tsx";
import "./start-failed.css";
import type { StartProblem } from "./start-up.ts";

/** The application did not start: why, and a way to try again, once at a time. It needs nothing of what did not come. */
export function StartFailed({ problem, retry }: { problem: StartProblem; retry: () => Promise<void> }) {
  const { t } = useTranslation();
  const [isTrying, setTrying] = useState(false);
  const press = async () => {
    if (isTrying) return;
    setTrying(true);
    try {
      await retry();
    } finally {
      setTrying(false);
    }
  };
  return (
    <main className="start-failed" role="alert">
      <Mark size={40} />
      <h1>{t(problem === "Network response was not ok" ? "session.start.network" : "session.start.format")}</h1>
      <p className="quiet">{t("session.start.text")}</p>
      {/* Not `disabled`: who pressed it by a key would lose the place. */}
      <Button tone="primary" aria-disabled={isTrying} onClick={() => void press()}>
        {isTrying ? t("session.start.retrying") : t("ui.retry")}
      </Button>
    </main>
  );
}
