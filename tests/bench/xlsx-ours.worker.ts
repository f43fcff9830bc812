import { exportInto } from "#src/export/export.job.ts";
import { openSink } from "#src/export/export.sink.ts";
import { exportTexts } from "#src/export/export.texts.ts";
import { planWith } from "#src/export/plan-of-export.ts";
import { benchColumns, seededBatches } from "./seeded-reviews.ts";
import { answerOrders } from "./xlsx-orders.ts";

// All that the extension's own worker does, but for reading the reviews: there they come from IndexedDB, here from a seed.
answerOrders(async (rows) => {
  const plan = planWith({ format: "xlsx", columns: benchColumns, about: [], t: exportTexts("en_us") });
  const sink = await openSink(`bench-${rows}.xlsx`, Date.now());
  const outcome = await exportInto(sink, seededBatches(rows, 500, 7), plan, () => undefined);
  if (outcome.type !== "done" || outcome.rows !== rows) throw new Error(`bench: ${JSON.stringify(outcome)}`);
  return outcome.file;
});
