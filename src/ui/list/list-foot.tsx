import { Button } from "#src/ui/button.tsx";
import { reasonOf } from "./list-problem.ts";
import type { ListModel } from "./use-list-model.ts";
import { useSlow } from "./use-pages.ts";
import type { Sight } from "./use-sight.ts";

/** Below the rows: which of how many are in sight, and whether something takes its time. It is always there, so that nothing jumps. */
export function ListFoot({ model: { t, locale, book, rows }, sight: { topRow, lastRow } }: { model: ListModel; sight: Sight }) {
  const isSlow = useSlow(book.isAsking);
  const { length, problem } = book;
  const counts = { first: Math.min(topRow + 1, rows), last: Math.min(lastRow + 1, rows), total: rows };
  return (
    <div className="list-counts small">
      <span className="number">
        {length === null && book.isAsking && !isSlow && t("list.loading")}
        {length !== null && rows > 0 && (length.isExact ? t("list.shown", counts) : t("list.shownAbout", counts))}
      </span>
      <span role="status" className="list-slow">
        {isSlow && t("list.slow")}
      </span>
      {problem !== null && (
        <span className="list-old">
          {t("list.old", { reason: reasonOf(problem, locale) })}{" "}
          <Button tone="plain" onPress={() => book.retry()}>
            {t("list.retry")}
          </Button>
        </span>
      )}
    </div>
  );
}
