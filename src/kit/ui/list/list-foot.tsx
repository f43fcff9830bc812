import { useEffect, useState } from "react";
import { Button } from "#src/kit/ui/button.tsx";
import { useList } from "./list-context.ts";
import { explainProblem } from "./list-problem.ts";

/** Loading that takes longer than this is shown as slow. */
const slowMs = 5000;

/** Whether something has been going on for long. */
function useSlow(isGoingOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isGoingOn]);
  return isSlow;
}

/** Below the rows: the visible range, the total, and whether loading is slow. Always rendered, so that the layout does not jump. */
export function ListFoot({ topRow, lastRow }: { topRow: number; lastRow: number }) {
  const { t, locale, book, rows } = useList();
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
          {t("list.old", { reason: explainProblem(problem, locale) })}{" "}
          <Button tone="plain" onPress={() => book.retry()}>
            {t("list.retry")}
          </Button>
        </span>
      )}
    </div>
  );
}
