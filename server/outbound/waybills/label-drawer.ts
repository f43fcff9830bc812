import { Worker } from "node:worker_threads";
import { drawShippingLabels } from "./draw-label.ts";
import type { ShippingLabelSize } from "./draw-label.ts";
import type { DrawOrder, LabelRun } from "./labels.worker.ts";

/** A print of at most so many labels of ours draws them where the request is: a worker takes longer to start. */
export const mostDrawnHere = 10;
/** The most memory of a worker: fonts, barcodes and a run of labels need less than half of it. */
const heapMb = 512;

/** Draws runs of labels, one after the other. */
export interface LabelDrawer {
  /** @throws Error if the worker fails */
  draw(run: LabelRun, size: ShippingLabelSize): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens what draws the labels of a file. @param count those of ours in it: many are drawn in a thread of its own, which starts with the first run */
export function openLabelDrawer(count: number): LabelDrawer {
  let worker: Worker | null = null;
  return {
    async draw(run, size) {
      if (count <= mostDrawnHere) return drawShippingLabels(run, size);
      // Drawing has no use for our secrets.
      worker ??= new Worker(new URL("labels.worker.ts", import.meta.url), { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
      const drawn = Promise.withResolvers<Uint8Array>();
      const onExit = (code: number): void => drawn.reject(new Error(`waybills: the worker that draws labels ended with code ${code}`));
      const onError = (error: unknown): void => drawn.reject(new Error("waybills: the worker that draws labels failed", { cause: error }));
      worker.once("message", drawn.resolve).once("error", onError).once("exit", onExit);
      const order: DrawOrder = { run, size };
      worker.postMessage(order);
      try {
        const { buffer, byteOffset, byteLength } = await drawn.promise;
        return Buffer.from(buffer, byteOffset, byteLength);
      } finally {
        worker.off("message", drawn.resolve).off("error", onError).off("exit", onExit);
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
