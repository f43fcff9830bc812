import sharp from "sharp";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { getTemplateFile } from "#src/kit/files/files.contract.ts";
import { printLabels } from "#src/warehouse/goods/labels.contract.ts";
import { listBalances, listStock } from "#src/warehouse/stock/stock.contract.ts";
import type { Bench, Figure } from "./bench.ts";
import { atMost, note } from "./bench.ts";
import { makeDataFolder } from "./data-folder.ts";
import { startServerProcess } from "./server-process.ts";
import { percentileMs } from "./server-round.ts";
import { dataOf, overHttp, pathOf, signInAs } from "./server-sign-in.ts";

const rounds = 6;
const roundMs = 2_000;
const pauseMs = 20;
const slowerAtMost = 1.2;

type Ask = () => Promise<Response>;

/** Makes slow work again and again while `signal` is not aborted. @returns how often @throws Error if an answer is not a success */
async function repeat(ask: Ask, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (; !signal.aborted; count += 1) {
    const reply = await ask();
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`bench: slow work was answered with ${reply.status}`);
  }
  return count;
}

/** Reads a list every 20 ms for a round. @returns the times in ms */
async function readList(ask: Ask): Promise<number[]> {
  const times: number[] = [];
  for (const begun = performance.now(); performance.now() - begun < roundMs;) {
    const from = performance.now();
    await (await ask()).arrayBuffer();
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return times;
}

/** Measures a list alone and beside one kind of slow work, in turns. */
async function measureBeside(name: string, list: Ask, slow: Ask): Promise<Figure[]> {
  const alone: number[] = [];
  const beside: number[] = [];
  let done = 0;
  await (await slow()).arrayBuffer();
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await readList(list)));
    const stop = new AbortController();
    const working = repeat(slow, stop.signal);
    beside.push(...(await readList(list)));
    stop.abort();
    done += await working;
  }
  const p50 = (timesMs: number[]) => percentileMs({ timesMs, seconds: 1 }, 50);
  return [
    atMost(`a list beside ${name}, p50 against alone`, p50(beside) / p50(alone), slowerAtMost),
    note("alone, p50", p50(alone), "ms"),
    note("beside it, p50", p50(beside), "ms"),
    note("beside it, p95", percentileMs({ timesMs: beside, seconds: 1 }, 95), "ms"),
    note("done meanwhile", done, ""),
  ];
}

async function measure(origin: string): Promise<Figure[]> {
  const { access_token, csrf_token } = await signInAs({ username: "provider01", area: "p" }, overHttp(origin));
  const headers = { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
  const get = (path: string) => () => fetch(origin + path, { headers });
  const list = get(`${pathOf(listStock)}?page_size=50`);
  const [balance] = dataOf<typeof listBalances>(await (await get(pathOf(listBalances))()).text()).result;
  const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  const upload = () => {
    const body = new FormData();
    body.append("images", new Blob([new Uint8Array(picture)]), "large.jpg");
    return fetch(origin + pathOf(uploadImages), { method: "POST", headers, body });
  };
  const signIn = async () => {
    await signInAs({ username: "operator01", area: "p" }, overHttp(origin));
    return new Response();
  };
  const labels = `${pathOf(printLabels)}?variant_uuids=${balance?.variant_uuid ?? ""}&copies=500`;
  const workbook = `${pathOf(getTemplateFile)}?name=products`;
  return [
    ...(await measureBeside("pictures of 12 megapixels", list, upload)),
    ...(await measureBeside("PDFs of 500 labels", list, get(labels))),
    ...(await measureBeside("workbooks", list, get(workbook))),
    ...(await measureBeside("password hashes", list, signIn)),
  ];
}

/** A list that is read every 20 ms, while somebody makes pictures, PDFs, workbooks or password hashes without a pause. */
export const serverBeside: Bench = {
  name: "beside",
  async run(): Promise<Figure[]> {
    const { dataDir } = await makeDataFolder("quayside-beside-bench-", async (made) => made);
    const server = await startServerProcess("web", dataDir);
    try {
      return await measure(server.origin);
    } finally {
      await server.stop();
    }
  },
};
