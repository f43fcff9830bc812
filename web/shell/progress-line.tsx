import "./progress-line.css";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "#src/i18n/shown.store.ts";

/** A thin line at the top while a place is on its way for longer than 300 ms; style alone waits, so that a quick one moves nothing. */
export function ProgressLine() {
  const { t } = useTranslation();
  const isGoing = useRouterState({ select: ({ status }) => status === "pending" });
  return isGoing ? <div className="progress-line" role="progressbar" aria-label={t("places.shell.going")} /> : null;
}
