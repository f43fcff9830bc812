import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { CopyButton } from "#src/kit/ui/copy-button.tsx";
import { ShortTable } from "#src/kit/ui/short-table.tsx";
import { useList } from "./list-context.ts";
import { translate } from "./list-problem.ts";

/** At most this many rows are shown; copying takes all. */
const mostDrawn = 500;

/** The result of a batch: how many rows succeeded, and each failed one with its reason. Stays until it is closed. */
export function BatchPanel() {
  const { t, locale, actions } = useList();
  const { outcome } = actions;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    if (outcome !== null) panel.current?.scrollIntoView?.({ block: "nearest" });
  }, [outcome]);
  if (outcome === null) return null;
  const { action, done, failed } = outcome;
  const titles = [t("list.batch.record"), t("list.batch.id"), t("list.batch.reason")];
  const lines = failed.map(({ id, label, message }) => [label, id, translate(message, locale)] as const);
  const columns = titles.map((title, place) => ({ id: title, title, show: (line: readonly string[]) => line[place] }));
  const text = [titles, ...lines].map((line) => line.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");

  return (
    <section ref={panel} className="list-panel" aria-label={t(action.label)}>
      <div role={failed.length > 0 ? "alert" : "status"} className="list-panel-head">
        <h2 className="list-panel-title">{t(action.label)}</h2>
        <p className="list-outcome list-good number">
          <Check size={16} aria-hidden />
          {t("list.batch.done", { count: done })}
        </p>
        {failed.length > 0 && (
          <p className="list-outcome list-bad number">
            <X size={16} aria-hidden />
            {t("list.batch.failed", { count: failed.length })}
          </p>
        )}
      </div>
      {failed.length > 0 && (
        <div className="list-panel-rows">
          <ShortTable label={t("list.batch.reason")} rows={lines.slice(0, mostDrawn)} rowKey={([, id]) => id} columns={columns} empty="" />
        </div>
      )}
      <div className="row">
        {failed.length > 0 && <CopyButton text={text} label={t("list.batch.copy")} isLabelled />}
        <Button size="small" onPress={actions.closeOutcome}>
          {t("list.batch.close")}
        </Button>
      </div>
    </section>
  );
}
