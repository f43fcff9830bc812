import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import type { Call, OutputOf } from "#src/kit/api/define-call.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { printLabels } from "#src/warehouse/goods/labels.contract.ts";
import { postImport, uploadImport } from "#src/warehouse/imports/imports.contract.ts";
import { adjustStock, listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";

const importRows = 20_000;
/** What the flood does, all at once and repeated as soon as it is done. */
const wanted = { imports: 24, pictures: 20, documents: 24, "changes of a balance": 400 } as const;
type FloodKind = keyof typeof wanted;
export const floodKinds = Object.keys(wanted) as FloodKind[];
/** The delay in `Retry-After`. */
const comeAgainMs = 1000;
const sampleMs = 100;

/** What was done during the measurement. */
export interface FloodReport {
  readonly wanted: Readonly<Record<FloodKind, number>>;
  readonly done: Readonly<Record<FloodKind, number>>;
  /** how often the server answered 429 or 503; each was retried after a second */
  readonly refused: Readonly<Record<FloodKind, number>>;
  /** mean number of requests at the server, running or waiting */
  readonly underWay: Readonly<Record<FloodKind, number>>;
}

interface Flood {
  /** Starts counting. */
  count(): void;
  stop(): Promise<FloodReport>;
}

function makeCounts(): Record<FloodKind, number> {
  return { imports: 0, pictures: 0, documents: 0, "changes of a balance": 0 };
}

/** Creates a CSV of new products with unique SKUs. */
function makeProducts(tag: number): Blob {
  const lines = Array.from({ length: importRows }, (_, row) => `B${tag}-${row},Flood ${tag}-${row}`);
  return new Blob([["SKU,Product title", ...lines].join("\n")]);
}

/** As large as allowed, but small to send. */
async function makeHugePicture(): Promise<Blob> {
  const create = { width: 6324, height: 6324, channels: 3, background: "teal" } as const;
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]);
}

/** Counts what a flood does and how much of it is in progress. */
class Counts {
  done = makeCounts();
  refused = makeCounts();
  readonly inFlight = makeCounts();
  #sums = makeCounts();
  #samples = 0;
  readonly #timer = setInterval(() => {
    this.#samples += 1;
    for (const kind of floodKinds) this.#sums[kind] += this.inFlight[kind];
  }, sampleMs);

  restart(): void {
    [this.done, this.refused, this.#sums, this.#samples] = [makeCounts(), makeCounts(), makeCounts(), 0];
  }

  end(): FloodReport {
    clearInterval(this.#timer);
    const underWay = makeCounts();
    for (const kind of floodKinds) underWay[kind] = this.#sums[kind] / this.#samples;
    return { wanted, done: this.done, refused: this.refused, underWay };
  }
}

/** Has one company do all kinds of slow work at once, repeatedly, until stopped. */
export async function startFlood(origin: string, session: OutputOf<typeof signIn>): Promise<Flood> {
  const counts = new Counts();
  const stopping = new AbortController();
  const { signal } = stopping;
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };

  /** Retries until accepted: the server's queues are always full. @returns the answer */
  const send = async (kind: FloodKind, call: Call, body: FormData | object | null, query = ""): Promise<string> => {
    for (;;) {
      const isForm = body instanceof FormData;
      counts.inFlight[kind] += 1;
      let status = 0;
      try {
        const reply = await fetch(origin + pathOf(call) + query, {
          method: call.method,
          headers: isForm || body === null ? headers : { ...headers, "content-type": "application/json" },
          ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
          signal,
        });
        const text = await reply.text();
        ({ status } = reply);
        if (status !== 429 && status !== 503) return text;
      } catch (error) {
        // If refused before the whole body was sent, the connection may end before the answer is read.
        if (!(body instanceof FormData) || signal.aborted) throw error;
      } finally {
        counts.inFlight[kind] -= 1;
      }
      counts.refused[kind] += 1;
      await sleep(comeAgainMs, undefined, { signal });
    }
  };
  const repeat = async (kind: FloodKind, work: () => Promise<void>) => {
    while (!signal.aborted) {
      try {
        await work();
        counts.done[kind] += 1;
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  };

  const [balance] = dataOf<typeof listBalances>(await send("changes of a balance", listBalances, null)).result;
  if (balance === undefined) throw new Error("bench: the demo has no stock");
  const picture = await makeHugePicture();
  let imports = 0;
  const importProducts = async () => {
    const form = new FormData();
    form.append("kind", "products");
    form.append("workbook", makeProducts((imports += 1)), "products.csv");
    const { job, problem } = dataOf<typeof uploadImport>(await send("imports", uploadImport, form));
    if (job === null || job.ready_count === 0) throw new Error(`bench: the products cannot be imported: ${JSON.stringify(problem ?? job)}`);
    dataOf<typeof postImport>(await send("imports", postImport, { import_uuid: job.import_uuid }));
  };
  const uploadPicture = async () => {
    const form = new FormData();
    form.append("images", picture, "huge.png");
    dataOf<typeof uploadImages>(await send("pictures", uploadImages, form));
  };
  const print = async () => void (await send("documents", printLabels, null, `?variant_uuids=${balance.variant_uuid}&copies=500`));
  const { variant_uuid, lot, condition } = balance;
  const change = async () => {
    const adjusting = { variant_uuid, lot, condition, location: balance.barcode, delta: 1, reason: "found" };
    dataOf<typeof adjustStock>(await send("changes of a balance", adjustStock, adjusting));
  };

  const works = { imports: importProducts, pictures: uploadPicture, documents: print, "changes of a balance": change };
  const all = Promise.all(floodKinds.flatMap((kind) => Array.from({ length: wanted[kind] }, () => repeat(kind, works[kind]))));
  // Errors are reported when the flood is stopped.
  all.catch(() => undefined);
  return {
    count: () => counts.restart(),
    async stop() {
      const report = counts.end();
      stopping.abort();
      await all;
      return report;
    },
  };
}
