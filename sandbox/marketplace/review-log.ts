/** One review request as it was answered. */
export interface LoggedRequest {
  /** epoch ms at which it came */
  at: number;
  /** epoch ms just before its answer was sent: whoever has the answer has it later, however busy this process is */
  leftAt: number;
  kind: "deepDive" | "older" | "shopPage" | "variations";
  /** listing id, or the shop's name */
  subject: string;
  page: number;
  sort: string;
  ratingFilter: number | null;
  tagFilters: readonly string[];
  /** HTTP status; 0 where the connection was dropped */
  status: number;
  /** from the end of the answer before to the start of this request, ms; 0 where that one was still being answered, null for the first */
  gapMs: number | null;
  /** sent by the page's own button */
  own: boolean;
}

const keptAtMost = 20_000;
/** Removing in lumps keeps the cost of a full log off each request. */
const lump = 1000;

/** The last 20,000 review requests, oldest first. */
export function createReviewLog(): { add(request: LoggedRequest): void; all(): readonly LoggedRequest[]; clear(): void } {
  let rows: LoggedRequest[] = [];
  return {
    add(request) {
      rows.push(request);
      if (rows.length >= keptAtMost + lump) rows = rows.slice(-keptAtMost);
    },
    all: () => rows.slice(-keptAtMost),
    clear() {
      rows = [];
    },
  };
}
