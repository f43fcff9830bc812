import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import type { signIn } from "#src/accounts/accounts.contract.ts";
import type { Call, OutputOf } from "#src/api/define-call.ts";
import { uploadImages } from "#src/files/files.contract.ts";
import { printLabels } from "#src/goods/labels.contract.ts";
import { postImport, uploadImport } from "#src/imports/imports.contract.ts";
import { adjustStock, listBalances } from "#src/stock/stock.contract.ts";
import { dataOf, pathOf } from "./server-sign-in.ts";

const importRows = 20_000;
const atOnce = { imports: 24, pictures: 20, documents: 24, changes: 400 };
const comeAgainMs = 1000;

/** What was done meanwhile, and how often the server said "too much". */
type Done = Record<"imports posted" | "pictures" | "documents" | "changes of a balance" | "told to come again", number>;

/** A CSV of new products, whose SKUs no other import has. */
function makeProducts(tag: number): Blob {
  const lines = Array.from({ length: importRows }, (_, row) => `B${tag}-${row},Flood ${tag}-${row}`);
  return new Blob([["SKU,Product title", ...lines].join("\n")]);
}

/** As large as is allowed, and small to send. */
async function makeHugePicture(): Promise<Blob> {
  const create = { width: 6324, height: 6324, channels: 3, background: "teal" } as const;
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]);
}

/** Has one company do everything at once that takes long, over and over, until it is stopped. */
export async function startFlood(origin: string, session: OutputOf<typeof signIn>): Promise<{ stop(): Promise<Done> }> {
  const done: Done = { "imports posted": 0, pictures: 0, documents: 0, "changes of a balance": 0, "told to come again": 0 };
  const stopping = new AbortController();
  const { signal } = stopping;
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };

  /** Sends until it is taken. @returns what was answered */
  const send = async (call: Call, body: FormData | object | null, query = ""): Promise<string> => {
    for (;;) {
      const isForm = body instanceof FormData;
      const reply = await fetch(origin + pathOf(call) + query, {
        method: call.method,
        headers: isForm || body === null ? headers : { ...headers, "content-type": "application/json" },
        ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal,
      });
      const text = await reply.text();
      if (reply.status !== 429 && reply.status !== 503) return text;
      done["told to come again"] += 1;
      await sleep(comeAgainMs, undefined, { signal });
    }
  };
  const repeat = async (name: keyof Done, work: () => Promise<void>) => {
    while (!signal.aborted) {
      try {
        await work();
        done[name] += 1;
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  };

  const [balance] = dataOf<typeof listBalances>(await send(listBalances, null)).result;
  if (balance === undefined) throw new Error("bench: the demo has no stock");
  const picture = await makeHugePicture();
  let imports = 0;
  const importProducts = async () => {
    const form = new FormData();
    form.append("kind", "products");
    form.append("workbook", makeProducts((imports += 1)), "products.csv");
    const { job, problem } = dataOf<typeof uploadImport>(await send(uploadImport, form));
    if (job === null || job.ready_count === 0) throw new Error(`bench: the products cannot be imported: ${JSON.stringify(problem ?? job)}`);
    dataOf<typeof postImport>(await send(postImport, { import_uuid: job.import_uuid }));
  };
  const uploadPicture = async () => {
    const form = new FormData();
    form.append("images", picture, "huge.png");
    dataOf<typeof uploadImages>(await send(uploadImages, form));
  };
  const print = async () => void (await send(printLabels, null, `?variant_uuids=${balance.variant_uuid}&copies=2000`));
  const { variant_uuid, lot, condition } = balance;
  const change = async () => {
    const adjusting = { variant_uuid, lot, condition, location: balance.barcode, delta: 1, reason: "found" };
    dataOf<typeof adjustStock>(await send(adjustStock, adjusting));
  };

  const start = (count: number, name: keyof Done, work: () => Promise<void>) => Array.from({ length: count }, () => repeat(name, work));
  const all = Promise.all([
    ...start(atOnce.imports, "imports posted", importProducts),
    ...start(atOnce.pictures, "pictures", uploadPicture),
    ...start(atOnce.documents, "documents", print),
    ...start(atOnce.changes, "changes of a balance", change),
  ]);
  // What goes wrong is told when the flood is stopped.
  all.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await all;
      return done;
    },
  };
}
