import { listReceipts, receipt } from "./receipts.contract.ts";
import { listPutaway, suggestPutaway } from "./receiving.contract.ts";

/** The calls that read receipts: refreshed together after a change. */
export const receiptsReads = [listReceipts, receipt, listPutaway, suggestPutaway] as const;
