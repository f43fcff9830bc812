import "#src/kit/ui/skeleton.css";
import "./reviews-table.css";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";
import { EmptyState } from "#src/kit/ui/notice.tsx";
import { useMedia } from "#src/kit/ui/use-media.ts";
import { GoToRow } from "./go-to-row.tsx";
import { ReviewRow } from "./review-row.tsx";

/** Loads reviews of a job from an index on, in reading order. */
export type LoadReviews = (jobId: string, from: number, count: number) => Promise<Review[]>;

/** Below this width a row is a card of several lines, and there is no head (reviews-table.css has the same bound). */
const narrow = "(max-width: 1100px)";
const heights = { row: { rowPx: 56, headPx: 32 }, card: { rowPx: 128, headPx: 0 } } as const;

/** From this many rows on, a person can jump to a row by its number. */
const rowsToJump = 100;

/** Rows that are read at once: a screen shows twelve, so a person who scrolls steadily meets a new block every second or so. */
const blockRows = 100;

/** The blocks that hold the rows from first to last. */
function listBlocks(first: number, last: number): number[] {
  const from = Math.floor(first / blockRows);
  return Array.from({ length: Math.floor(last / blockRows) - from + 1 }, (_, at) => from + at);
}

/** The reviews of the visible blocks, by row. */
function useBlocks(jobId: string, total: number, blocks: readonly number[], load: LoadReviews) {
  const results = useQueries({
    queries: blocks.map((block) => {
      const from = block * blockRows;
      // The last block of a running job is read again when it has more rows.
      const count = Math.min(blockRows, total - from);
      return {
        queryKey: ["reviews", jobId, from, count],
        queryFn: () => load(jobId, from, count),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      };
    }),
  });
  return (row: number) => {
    const result = results[blocks.indexOf(Math.floor(row / blockRows))];
    return { review: result?.data?.[row % blockRows], failed: result?.isError ?? false };
  };
}

const heads = ["row", "rating", "text", "photos", "reviewer", "date", "variation"] as const;

/**
 * The collected reviews, any number of them: only visible rows are rendered, and read from storage block by block. The frame is
 * focusable, so that the browser's own keys (arrows, Page Down, Home, End) scroll it.
 * @param total number of rows; it may grow while the table is open
 */
export function ReviewsTable({ jobId, total, load }: { jobId: string; total: number; load: LoadReviews }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const asCards = useMedia(narrow);
  const { rowPx, headPx } = asCards ? heights.card : heights.row;
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  useEffect(() => rows.measure(), [rows, rowPx]);
  const items = rows.getVirtualItems();
  const blocks = total === 0 ? [] : listBlocks(items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const reviewAt = useBlocks(jobId, total, blocks, load);
  // The same function in every render: a row renders again only when its own data changed.
  const retry = useCallback(() => {
    void client.refetchQueries({ queryKey: ["reviews", jobId], predicate: (query) => query.state.status === "error" });
  }, [client, jobId]);
  if (total === 0) return <EmptyState line={t("collect.table.empty")} />;
  const go = (row: number) => {
    rows.scrollToIndex(row, { align: "start" });
    frame.current?.focus({ preventScroll: true });
  };
  return (
    <div className="stack">
      {total > rowsToJump && <GoToRow total={total} onRow={go} />}
      <div className="reviews" ref={frame} tabIndex={0} role="region" aria-label={t("collect.table.label")}>
        <div
          className="reviews-inner"
          role="table"
          aria-label={t("collect.table.label")}
          aria-rowcount={total + 1}
          style={{ height: rows.getTotalSize() + headPx }}
        >
          <div className="reviews-row reviews-head" role="row" aria-rowindex={1}>
            {heads.map((head) => (
              <span key={head} role="columnheader">
                {t(`collect.table.${head}`)}
              </span>
            ))}
          </div>
          {items.map(({ index, key, start }) => (
            <ReviewRow key={key} row={index} top={start - headPx} {...reviewAt(index)} onRetry={retry} />
          ))}
        </div>
      </div>
    </div>
  );
}
