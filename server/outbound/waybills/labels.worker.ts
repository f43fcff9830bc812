import { parentPort } from "node:worker_threads";
import { drawShippingLabels } from "./draw-label.ts";
import type { ShippingLabel, ShippingLabelSize } from "./draw-label.ts";

/** Labels that are drawn as one PDF. */
export type LabelRun = readonly [ShippingLabel, ...ShippingLabel[]];

/** What the worker is asked for, one run after the other. It answers with the PDF of each. */
export interface DrawOrder {
  readonly run: LabelRun;
  readonly size: ShippingLabelSize;
}

parentPort?.on("message", ({ run, size }: DrawOrder) => {
  // A failure ends the worker, which whoever waits for it sees.
  void drawShippingLabels(run, size).then((bytes) => parentPort?.postMessage(bytes));
});
