import type { CallProblem } from "#src/kit/api/client.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { EmptyState, Notice } from "#src/kit/ui/notice.tsx";
import { useList } from "./list-context.ts";
import { explainProblem } from "./list-problem.ts";
import { ActionButton, SelectionBar } from "./selection-bar.tsx";

/** Says why rows failed to load, with a retry. */
export function Failed({ problem }: { problem: CallProblem }) {
  const { t, locale, book } = useList();
  return (
    <>
      <span>{t("list.failed", { reason: explainProblem(problem, locale) })}</span>
      {problem.code > 0 && <span className="list-code number">{problem.code}</span>}
      <Button tone="plain" onPress={() => book.retry()}>
        {t("list.retry")}
      </Button>
    </>
  );
}

/** Shown instead of the rows if nothing could be loaded: the reason and a retry. */
export function NothingCame({ problem }: { problem: CallProblem }) {
  const { t, locale, book, filters } = useList();
  const code = problem.code > 0 ? { code: String(problem.code) } : {};
  return (
    <Notice tone="bad" title={t("list.failed", { reason: explainProblem(problem, locale) })} {...code}>
      <p>{t(problem.kind === "network" ? "list.hint.network" : "list.hint.other")}</p>
      <div className="row">
        <Button onPress={() => book.retry()}>{t("list.retry")}</Button>
        {filters.isAnySet && <Button onPress={filters.clear}>{t("list.filters.clear")}</Button>}
      </div>
    </Notice>
  );
}

/** An empty list: nothing matches the filters, or there is nothing yet, with what to do next. What is still selected stays in sight. */
export function Nothing() {
  const { t, shape, filters, actions, chosen } = useList();
  const isSearched = filters.search !== null && filters.valueOf(filters.search) !== "";
  const action = actions.ofList.find(({ id }) => id === shape.empty.action);
  const offered = filters.isAnySet ? (
    <Button onPress={filters.clear}>{t("list.filters.clear")}</Button>
  ) : (
    action && <ActionButton action={action} tone="primary" />
  );
  return (
    <>
      <div className="list-nothing">
        <EmptyState
          line={t(filters.isAnySet ? "list.nothingFits" : shape.empty.text)}
          action={
            <>
              {isSearched && shape.empty.searched !== undefined && <p>{t(shape.empty.searched)}</p>}
              {offered}
            </>
          }
        />
      </div>
      {chosen().length > 0 && (
        <div className="list-foot">
          <SelectionBar />
        </div>
      )}
    </>
  );
}
