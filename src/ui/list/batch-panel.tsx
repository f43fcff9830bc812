import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useEffect, useRef } from "react";
import { ownTexts } from "#src/api/own-texts.ts";
import { Button } from "#src/ui/button.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import { useToasts } from "#src/ui/toast.store.ts";
import { saidIn } from "./list-problem.ts";
import type { Outcome } from "./use-actions.ts";
import type { ListModel } from "./use-list-model.ts";

/** More rows than these are copied but not drawn. */
const mostDrawn = 500;

interface BatchPanelProps {
  readonly model: ListModel;
  readonly outcome: Outcome;
  readonly onClose: () => void;
}

/** What became of a batch: how many were done, and each that failed with its reason. It stays until it is closed. */
export function BatchPanel({ model: { t, locale }, outcome, onClose }: BatchPanelProps) {
  const { action, done, failed } = outcome;
  const say = useToasts(({ show }) => show);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    panel.current?.scrollIntoView?.({ block: "nearest" });
  }, []);

  async function copy(): Promise<void> {
    const cells = failed.map(({ id, label, message }) =>
      [label, id, saidIn(message, locale)].map((text) => text.replace(/[\t\r\n]+/g, " ")),
    );
    const head = [t("list.batch.record"), t("list.batch.id"), t("list.batch.reason")];
    const isCopied = await copyText([head, ...cells].map((row) => row.join("\t")).join("\n"));
    say(isCopied ? "good" : "bad", isCopied ? t("list.batch.copied") : saidIn(ownTexts.copyFailed, locale));
  }

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
        <div className="list-panel-rows" tabIndex={0} role="group" aria-label={t("list.batch.reason")}>
          <table className="list-batch">
            <thead>
              <tr>
                <th scope="col">{t("list.batch.record")}</th>
                <th scope="col">{t("list.batch.id")}</th>
                <th scope="col">{t("list.batch.reason")}</th>
              </tr>
            </thead>
            <tbody>
              {failed.slice(0, mostDrawn).map(({ id, label, message }) => (
                <tr key={id}>
                  <th scope="row">{label}</th>
                  <td>{id}</td>
                  <td>{saidIn(message, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="row">
        {failed.length > 0 && <Button onPress={() => void copy()}>{t("list.batch.copy")}</Button>}
        <Button onPress={onClose}>{t("list.batch.close")}</Button>
      </div>
    </section>
  );
}
