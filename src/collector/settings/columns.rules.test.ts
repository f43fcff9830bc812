import { describe, expect, test } from "vitest";
import { columnRows, moveColumn, toggleColumn } from "./columns.rules.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";

describe("the columns of a file", () => {
  test("are listed once each, with the chosen ones first", () => {
    const rows = columnRows(["text", "rating", "text"]);
    expect(rows.slice(0, 3)).toEqual([
      { id: "text", chosen: true },
      { id: "rating", chosen: true },
      { id: "reviewId", chosen: false },
    ]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(columnIds.toSorted());
  });

  test("are added at the end and removed, except for the last one", () => {
    expect(toggleColumn(["text"], "rating")).toEqual(["text", "rating"]);
    expect(toggleColumn(["text", "rating"], "text")).toEqual(["rating"]);
    expect(toggleColumn(["text"], "text")).toEqual(["text"]);
  });

  test("move to a position, and no further than the ends", () => {
    expect(moveColumn(["text", "rating", "date"], "date", 0)).toEqual(["date", "text", "rating"]);
    expect(moveColumn(["text", "rating", "date"], "text", 99)).toEqual(["rating", "date", "text"]);
    expect(moveColumn(["text", "rating", "date"], "text", -1)).toEqual(["text", "rating", "date"]);
    expect(moveColumn(["text"], "rating", 0)).toEqual(["text"]);
  });
});
