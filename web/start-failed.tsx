import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Mark } from "#src/ui/mark.tsx";
import "./start-failed.css";
import type { StartProblem } from "./start-up.ts";

/** The application did not start: why, and a way to try again. It needs nothing of what did not come. */
export function StartFailed({ problem, retry }: { problem: StartProblem; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="start-failed" role="alert">
      <Mark size={40} />
      <h1>{t(problem === "Network response was not ok" ? "session.start.network" : "session.start.format")}</h1>
      <p className="quiet">{t("session.start.text")}</p>
      <Button tone="primary" onClick={retry}>
        {t("ui.retry")}
      </Button>
    </main>
  );
}
