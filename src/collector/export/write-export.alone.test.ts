import { describe, expect, it } from "vitest";
import * as XLSX from "xlsx";
import { fullReviews, inBatches } from "#tests/factories/exports.ts";
import type { ExportFormat } from "#src/collector/reviews/review-file.contract.ts";
import { writeToSink } from "./write-export.ts";
import type { Sink } from "./file-sink.ts";
import { blobSink } from "./file-sink.ts";
import { exportTexts } from "./export-texts.ts";
import { buildLayout } from "./export-layout.ts";

const layoutFor = (format: ExportFormat) => buildLayout({ format, columns: ["reviewId", "text"], about: [], t: exportTexts("en_us") });

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
  it("creates a complete file of its type, and reports progress about every thousand rows", async () => {
    const told: number[] = [];
    const outcome = await writeToSink(blobSink(), inBatches(fullReviews(2_600)), layoutFor("xlsx"), (rows) => told.push(rows));
    if (!outcome.ok) throw new Error(outcome.problem.detail);
    expect(outcome.value).toMatchObject({ rows: 2_600, bytes: outcome.value.file.size });
    expect(outcome.value.file.type).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(told).toEqual([1_000, 2_000]);
    const book = XLSX.read(await outcome.value.file.arrayBuffer());
    expect(XLSX.utils.sheet_to_json(book.Sheets["Reviews"] ?? {})).toHaveLength(2_600);
  });

  it("keeps every byte when a file is larger than the buffer", async () => {
    const outcome = await writeToSink(
      blobSink(),
      inBatches(fullReviews(2_000, () => ({ text: "x".repeat(2_000) }))),
      layoutFor("csv"),
      () => undefined,
    );
    if (!outcome.ok) throw new Error(outcome.problem.detail);
    expect(outcome.value.bytes).toBeGreaterThan(4_000_000);
    expect((await outcome.value.file.text()).split("\r\n")).toHaveLength(2_002);
  });

  it("reports a full disk and leaves no partial file", async () => {
    const sink = fullDisk();
    const outcome = await writeToSink(sink, inBatches(fullReviews(10)), layoutFor("csv"), () => undefined);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: "diskFull" } });
    expect(sink.abandoned).toBe(true);
  });

  it("reports any other error with its name", async () => {
    const outcome = await writeToSink(blobSink(), broken(), layoutFor("xlsx"), () => undefined);
    expect(outcome).toEqual({ ok: false, problem: { kind: "exportFailed", detail: "TypeError: no such store" } });
  });
});
