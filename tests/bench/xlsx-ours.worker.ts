import { writeToSink } from "#src/collector/export/write-export.ts";
import { openSink } from "#src/collector/export/file-sink.ts";
import { exportTexts } from "#src/collector/export/export-texts.ts";
import { buildLayout } from "#src/collector/export/export-layout.ts";
import { benchColumns, seededBatches } from "./seeded-reviews.ts";
import { answerOrders } from "./xlsx-orders.ts";

// All that the extension's worker does, except that reviews come from a seed instead of IndexedDB.
answerOrders(async (rows) => {
  const layout = buildLayout({ format: "xlsx", columns: benchColumns, about: [], t: exportTexts("en_us") });
  const sink = await openSink(`bench-${rows}.xlsx`, Date.now());
  const outcome = await writeToSink(sink, seededBatches(rows, 500, 7), layout, () => undefined);
  if (!outcome.ok || outcome.value.rows !== rows) throw new Error(`bench: ${JSON.stringify(outcome)}`);
  return outcome.value.file;
});
