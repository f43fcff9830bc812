import os from "node:os";
import type { ReadRow } from "./sheet-table.ts";
import { readWorkbook } from "./parse-workbook.ts";
import type { ReadingOrder } from "./parse-workbook.ts";
import { WorkbookRefusal } from "./workbook-refusal.ts";
import type { WorkbookFault } from "./workbook-refusal.ts";

/** What a worker tells: that it is ready, rows as they are read, and at last how it ended. */
export type WorkbookNews = { readonly isReady: true } | { readonly rows: readonly ReadRow[] } | { readonly fault: WorkbookFault | null };

const batchRows = 2000;

function postNews(news: WorkbookNews): void {
  process.send?.(news);
}

async function work(order: ReadingOrder): Promise<void> {
  let batch: ReadRow[] = [];
  const hand = (): void => {
    if (batch.length > 0) postNews({ rows: batch });
    batch = [];
  };
  try {
    await readWorkbook({ ...order, bytes: Buffer.from(order.bytes) }, (row) => {
      batch.push(row);
      if (batch.length === batchRows) hand();
    });
    hand();
    postNews({ fault: null });
  } catch (error) {
    if (!(error instanceof WorkbookRefusal)) throw error;
    postNews({ fault: error.fault });
  }
}

/**
 * Reads the one workbook that comes. This is a process of its own: what somebody's file makes of a parser ends with it. When the server is gone,
 * the channel closes and nothing is left to wait for.
 */
function main(): void {
  // The server's own work comes first.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  // Ctrl-C reaches the whole group; the server lets what was begun come to its end, and ends this process itself.
  process.on("SIGINT", () => undefined);
  process.once("message", (order: ReadingOrder) => void work(order));
  postNews({ isReady: true });
}

main();
