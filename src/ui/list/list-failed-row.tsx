import type { CallProblem } from "#src/api/client.ts";
import { reasonOf } from "./list-problem.ts";
import type { ListModel } from "./use-list-model.ts";

interface FailedProps {
  readonly model: ListModel;
  readonly problem: CallProblem;
}

/** Why rows did not come, and another try. */
export function Failed({ model: { t, locale, book }, problem }: FailedProps) {
  return (
    <>
      <span>{t("list.failed", { reason: reasonOf(problem, locale) })}</span>
      {problem.code > 0 && <span className="list-code number">{problem.code}</span>}
      <button type="button" className="list-link" onClick={() => book.retry()}>
        {t("list.retry")}
      </button>
    </>
  );
}

interface FailedRowProps {
  readonly model: ListModel;
  readonly index: number;
  /** said in one row of a page that failed; null in the others */
  readonly problem: CallProblem | null;
}

/** A row of a page that did not come. */
export function FailedRow({ model, index, problem }: FailedRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} className="list-row list-failed" data-index={index}>
      <div role="gridcell" className="list-cell list-failed-text">
        {problem !== null && <Failed model={model} problem={problem} />}
      </div>
    </div>
  );
}
