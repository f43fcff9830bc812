import type { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { OrderView } from "./order-view.rules.ts";

/** The order could not be read: it does not exist, belongs to somebody else, or the request failed. */
export function OrderNotFound({ problem, go }: { problem: CallProblem; go: (view: OrderView) => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <h1>{t("orders.page.title")}</h1>
      <Notice tone="bad" title={t(problem.codeName === "notFound" ? "orders.page.notFound" : "ui.failed")}>
        <Button onClick={() => go({ kind: "list" })}>{t("orders.page.back")}</Button>
      </Notice>
    </div>
  );
}
