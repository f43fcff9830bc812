import "./reviews-table.css";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useRef } from "react";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { Review } from "#src/reviews/reviews.contract.ts";
import { EmptyState } from "#src/ui/notice.tsx";
import { ReviewRow } from "./review-row.tsx";

/** Reviews of a job from a place on, in reading order. */
export type LoadReviews = (jobId: string, from: number, count: number) => Promise<Review[]>;

const rowHeight = 56;
/** Rows that are read at once: a screen shows twelve, so a person who scrolls steadily meets a new block every second or so. */
const blockRows = 100;

/** The blocks that hold the rows from first to last. */
function blocksOf(first: number, last: number): number[] {
  const from = Math.floor(first / blockRows);
  return Array.from({ length: Math.floor(last / blockRows) - from + 1 }, (_, at) => from + at);
}

/**
 * The collected reviews, any number of them: only rows in sight are drawn, and read from storage block by block.
 * @param total rows that there are; it may grow while the table is open
 */
export function ReviewsTable({ jobId, total, load }: { jobId: string; total: number; load: LoadReviews }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: 32,
  });
  const items = rows.getVirtualItems();
  const blocks = total === 0 ? [] : blocksOf(items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const results = useQueries({
    queries: blocks.map((block) => {
      const from = block * blockRows;
      // The block at the end of a job that still grows is read again when it has more rows.
      const count = Math.min(blockRows, total - from);
      return {
        queryKey: ["reviews", jobId, from, count],
        queryFn: () => load(jobId, from, count),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      };
    }),
  });
  // The same function in every drawing: rows are drawn again only when something of theirs changed.
  const retry = useCallback(() => {
    void client.refetchQueries({ queryKey: ["reviews", jobId], predicate: (query) => query.state.status === "error" });
  }, [client, jobId]);
  if (total === 0) return <EmptyState line={t("collect.table.empty")} />;
  const heads = ["row", "rating", "text", "photos", "reviewer", "date", "variation"] as const;
  return (
    <div className="reviews" ref={frame} tabIndex={0} role="region" aria-label={t("collect.table.label")}>
      <div
        className="reviews-inner"
        role="table"
        aria-label={t("collect.table.label")}
        aria-rowcount={total + 1}
        style={{ height: rows.getTotalSize() + 32 }}
      >
        <div className="reviews-row reviews-head" role="row" aria-rowindex={1}>
          {heads.map((head) => (
            <span key={head} role="columnheader">
              {t(`collect.table.${head}`)}
            </span>
          ))}
        </div>
        {items.map((item) => {
          const result = results[blocks.indexOf(Math.floor(item.index / blockRows))];
          return (
            <ReviewRow
              key={item.key}
              row={item.index}
              top={item.start - 32}
              review={result?.data?.[item.index % blockRows]}
              failed={result?.isError ?? false}
              onRetry={retry}
            />
          );
        })}
      </div>
    </div>
  );
}
