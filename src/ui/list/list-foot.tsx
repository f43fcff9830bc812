import { reasonOf } from "./list-problem.ts";
import type { ListModel } from "./use-list-model.ts";
import { useSlow } from "./use-pages.ts";

/** Below the rows: which of how many are in sight, and whether something takes its time. It is always there, so that nothing jumps. */
export function ListFoot({ model }: { model: ListModel }) {
  const { t, locale, book, rows, rowPx, viewport } = model;
  const isSlow = useSlow(book.isAsking);
  const { length, problem } = book;
  const first = Math.min(viewport.topRow + 1, rows);
  const below = viewport.topRow + Math.floor(viewport.scale.viewportPx / rowPx);
  const last = below >= rows - 1 ? rows : Math.max(first, below);
  const counts = { first, last, total: rows };
  return (
    <div className="list-foot small">
      <span className="number">
        {length === null && book.isAsking && !isSlow && t("list.loading")}
        {length !== null && rows === 0 && t("list.none")}
        {length !== null && rows > 0 && (length.isExact ? t("list.shown", counts) : t("list.shownAbout", counts))}
      </span>
      <span role="status" className="list-slow">
        {isSlow && t("list.slow")}
      </span>
      {problem !== null && (
        <span className="list-old">
          {t("list.old", { reason: reasonOf(problem, locale) })}{" "}
          <button type="button" className="list-link" onClick={() => book.retry()}>
            {t("list.retry")}
          </button>
        </span>
      )}
    </div>
  );
}
