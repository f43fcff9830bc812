import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import { fullReviews, inBatches } from "#tests/factories/exports.ts";
import type { ExportFormat } from "./export.contract.ts";
import type { ExportNews } from "./export.job.ts";
import { exportInto } from "./export.job.ts";
import type { Sink } from "./export.sink.ts";
import { blobSink } from "./export.sink.ts";
import { exportTexts } from "./export.texts.ts";
import { planWith } from "./plan-of-export.ts";

const planOf = (format: ExportFormat) => planWith({ format, columns: ["reviewId", "text"], about: [], t: exportTexts("en_us") });

/** A sink that is full from the first byte. */
function fullDisk(): Sink & { abandoned: boolean } {
  return {
    abandoned: false,
    write() {
      throw new DOMException("The disk is full", "QuotaExceededError");
    },
    async finish() {
      return new Blob();
    },
    async abandon() {
      this.abandoned = true;
    },
  };
}

async function* broken() {
  yield fullReviews(1);
  throw new TypeError("no such store");
}

describe("writing an export", () => {
  it("gives a whole file of its type, and tells progress about every thousand rows", async () => {
    const told: ExportNews[] = [];
    const outcome = await exportInto(blobSink(), inBatches(fullReviews(2_600)), planOf("xlsx"), (news) => told.push(news));
    if (outcome.type !== "done") throw new Error(outcome.type);
    expect(outcome).toMatchObject({ rows: 2_600, bytes: outcome.file.size });
    expect(outcome.file.type).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(told).toEqual([
      { type: "progress", rows: 1_000 },
      { type: "progress", rows: 2_000 },
    ]);
    const book = XLSX.read(await outcome.file.arrayBuffer());
    expect(XLSX.utils.sheet_to_json(book.Sheets["Reviews"] ?? {})).toHaveLength(2_600);
  });

  it("keeps every byte when a file is larger than what is gathered at once", async () => {
    const outcome = await exportInto(
      blobSink(),
      inBatches(fullReviews(2_000, () => ({ text: "x".repeat(2_000) }))),
      planOf("csv"),
      () => undefined,
    );
    if (outcome.type !== "done") throw new Error(outcome.type);
    expect(outcome.bytes).toBeGreaterThan(4_000_000);
    expect((await outcome.file.text()).split("\r\n")).toHaveLength(2_002);
  });

  it("says that the disk is full and leaves nothing half done", async () => {
    const sink = fullDisk();
    const outcome = await exportInto(sink, inBatches(fullReviews(10)), planOf("csv"), () => undefined);
    expect(outcome).toMatchObject({ type: "failed", kind: "diskFull" });
    expect(sink.abandoned).toBe(true);
  });

  it("reports any other error with its name", async () => {
    const outcome = await exportInto(blobSink(), broken(), planOf("xlsx"), () => undefined);
    expect(outcome).toEqual({ type: "failed", kind: "exportFailed", detail: "TypeError: no such store" });
  });
});
