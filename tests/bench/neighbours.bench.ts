import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { home } from "#src/company/accounts/accounts.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { makePng } from "#tests/factories/images.ts";
import { atLeast, atMost, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { makeNeighboursData, secondSupplier } from "./neighbours-data.ts";
import { floodKinds, startFlood } from "./neighbours-flood.ts";
import type { FloodReport } from "./neighbours-flood.ts";
import { startServerProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import { overHttp, pathOf, signInAs } from "./server-sign-in.ts";
import type { Visitor } from "./server-sign-in.ts";
import { watchMachine } from "./stillness.ts";

const idleMs = 20_000;
/** After it the flood has filled every queue. */
const warmUpMs = 5_000;
const measuredMs = 60_000;
const pauseMs = 50;

interface Asked {
  readonly name: string;
  readonly timesMs: number[];
  busy: number;
  failed: number;
}

function getPercentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** Requests one thing repeatedly during the measurement. */
async function askRepeatedly(name: string, send: () => Promise<Response>): Promise<Asked> {
  const asked: Asked = { name, timesMs: [], busy: 0, failed: 0 };
  const endsAt = performance.now() + measuredMs;
  while (performance.now() < endsAt) {
    const begun = performance.now();
    const reply = await send();
    await reply.arrayBuffer();
    asked.timesMs.push(performance.now() - begun);
    if (reply.status === 503) asked.busy += 1;
    else if (reply.status !== 200) asked.failed += 1;
    await sleep(pauseMs);
  }
  return asked;
}

function toFigures({ name, timesMs, busy, failed }: Asked): Figure[] {
  return [
    atMost(`${name}, p99 of ${timesMs.length}`, getPercentile(timesMs, 0.99), 1000, "ms"),
    note(`${name}, median`, getPercentile(timesMs, 0.5), "ms"),
    note(`${name}, slowest`, getPercentile(timesMs, 1), "ms"),
    atMost(`${name}, answered with 503`, busy, 0, ""),
    atMost(`${name}, answered otherwise than with 200`, failed, 0, ""),
  ];
}

/** Proves that the flood was running: something of each kind was done, and most of it was at the server at any time. */
function toFloodFigures({ done, refused, underWay, wanted }: FloodReport): Figure[] {
  return floodKinds.flatMap((kind) => [
    atLeast(`flood: ${kind} done`, done[kind], 1, ""),
    note(`flood: ${kind} told to come again (429)`, refused[kind], ""),
    note(`flood: ${kind} at the server at a time, of ${wanted[kind]}`, underWay[kind], ""),
  ]);
}

/** A neighbour's requests, repeated and concurrent. */
async function visit(origin: string, { who, visitor }: { who: string; visitor: Visitor }): Promise<() => Promise<Asked[]>> {
  const session = await signInAs(visitor, overHttp(origin));
  const headers = { authorization: `Bearer ${session.access_token}`, "x-csrf-token": session.csrf_token };
  const get = (call: Call) => () => fetch(origin + pathOf(call), { headers });
  const form = new FormData();
  form.append("images", new Blob([new Uint8Array(makePng(4, 4))]), "small.png");
  const upload = () => fetch(origin + pathOf(uploadImages), { method: "POST", headers, body: form });
  const asks = { home: get(home), "list of goods": get(listVariants), "list of receipts": get(listReceipts), "small picture": upload };
  return () => Promise.all(Object.entries(asks).map(([name, send]) => askRepeatedly(`${who}, ${name}`, send)));
}

async function measure({ origin, residentMb }: ServerProcess): Promise<Figure[]> {
  await sleep(idleMs);
  const idleMb = residentMb();
  const noisy = await signInAs({ username: "provider01", area: "p" }, overHttp(origin));
  const visits = [
    await visit(origin, { who: "another supplier", visitor: { username: secondSupplier, area: "p" } }),
    await visit(origin, { who: "the flooding supplier's retailer", visitor: { username: "retailer01", area: "ds" } }),
    async () => [await askRepeatedly("readiness", () => fetch(`${origin}/readyz`))],
  ];
  const [loadBefore = 0] = loadavg();
  const flood = await startFlood(origin, noisy);
  await sleep(warmUpMs);
  flood.count();
  const endWatch = watchMachine();
  const asked = await Promise.all(visits.map((start) => start()));
  const stoodStillMs = await endWatch();
  const report = await flood.stop();
  return [
    ...asked.flat().flatMap(toFigures),
    ...toFloodFigures(report),
    atMost("resident memory of the idle server before", idleMb, 200, "MB"),
    note("resident memory right after the flood", residentMb(), "MB"),
    note("the machine's load before (1 min)", loadBefore, ""),
    note("the longest that a process which only waits was kept from running", stoodStillMs, "ms"),
  ];
}

/** One supplier floods the server with every kind of slow work; its neighbours must work as on a quiet server. */
export const neighbours: Bench = {
  name: "flood",
  async run() {
    const { dataDir, remove } = await makeNeighboursData();
    try {
      const server = await startServerProcess("all", dataDir);
      try {
        return await measure(server);
      } finally {
        await server.stop();
      }
    } finally {
      await remove();
    }
  },
};
