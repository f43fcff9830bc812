import type { CallProblem } from "#src/api/client.ts";
import { Button } from "#src/ui/button.tsx";
import { EmptyState, Notice } from "#src/ui/notice.tsx";
import { useList } from "./list-context.ts";
import { reasonOf } from "./list-problem.ts";
import { ActionButton } from "./selection-bar.tsx";

/** Why rows did not come, and another try. */
export function Failed({ problem }: { problem: CallProblem }) {
  const { t, locale, book } = useList();
  return (
    <>
      <span>{t("list.failed", { reason: reasonOf(problem, locale) })}</span>
      {problem.code > 0 && <span className="list-code number">{problem.code}</span>}
      <Button tone="plain" onPress={() => book.retry()}>
        {t("list.retry")}
      </Button>
    </>
  );
}

/** A list of which nothing came: why, and another try, instead of rows. */
export function NothingCame({ problem }: { problem: CallProblem }) {
  const { t, locale, book, filters } = useList();
  const code = problem.code > 0 ? { code: String(problem.code) } : {};
  return (
    <Notice tone="bad" title={t("list.failed", { reason: reasonOf(problem, locale) })} {...code}>
      <p>{t(problem.kind === "network" ? "list.hint.network" : "list.hint.other")}</p>
      <div className="row">
        <Button onPress={() => book.retry()}>{t("list.retry")}</Button>
        {filters.isAnySet && <Button onPress={filters.clear}>{t("list.filters.clear")}</Button>}
      </div>
    </Notice>
  );
}

/** A list without rows: nothing for these filters, or nothing at all, with what to do now. */
export function Nothing() {
  const { t, shape, filters, actions } = useList();
  const action = actions.ofList.find(({ id }) => id === shape.empty.action);
  const offered = filters.isAnySet ? (
    <Button onPress={filters.clear}>{t("list.filters.clear")}</Button>
  ) : (
    action && <ActionButton action={action} tone="primary" />
  );
  return (
    <div className="list-nothing">
      <EmptyState line={t(filters.isAnySet ? "list.nothingFits" : shape.empty.text)} action={offered} />
    </div>
  );
}
