import { useEffect, useState } from "react";
import { Button } from "#src/ui/button.tsx";
import { useList } from "./list-context.ts";
import { reasonOf } from "./list-problem.ts";

/** Whatever goes on for longer than this is said to be slow. */
const slowMs = 5000;

/** Whether something that goes on has gone on for long. */
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

/** Below the rows: which of how many are in sight, and whether something takes its time. It is always there, so that nothing jumps. */
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
          {t("list.old", { reason: reasonOf(problem, locale) })}{" "}
          <Button tone="plain" onPress={() => book.retry()}>
            {t("list.retry")}
          </Button>
        </span>
      )}
    </div>
  );
}
