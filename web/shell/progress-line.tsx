import "./progress-line.css";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";

/** A thin line at the top while a navigation takes longer than 300 ms; CSS alone delays it, so that a quick one shows nothing. */
export function ProgressLine() {
  const { t } = useTranslation();
  const isGoing = useRouterState({ select: ({ status }) => status === "pending" });
  return isGoing ? <div className="progress-line" role="progressbar" aria-label={t("navigation.shell.going")} /> : null;
}
