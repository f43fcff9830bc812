import { useState } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Mark } from "#src/kit/ui/mark.tsx";
import "./start-failed.css";
import type { StartProblem } from "./start-up.ts";

/** Says why the application did not start and offers a retry. It depends on nothing that may have failed to load. */
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
      {/* Not `disabled`, which would drop the keyboard focus. */}
      <Button tone="primary" aria-disabled={isTrying} onClick={() => void press()}>
        {isTrying ? t("session.start.retrying") : t("ui.retry")}
      </Button>
    </main>
  );
}
