import { mkdtemp, chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { home } from "#src/accounts/accounts.contract.ts";
import type { signIn } from "#src/accounts/accounts.contract.ts";
import type { Call, OutputOf } from "#src/api/define-call.ts";
import { uploadImages } from "#src/files/files.contract.ts";
import { listVariants } from "#src/goods/goods.contract.ts";
import { listReceipts } from "#src/receipts/receipts.contract.ts";
import { makePng } from "#tests/factories/images.ts";
import { atMost, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { startFlood } from "./neighbours-flood.ts";
import { startServerProcess } from "./server-process.ts";
import { overHttp, pathOf, signInAs } from "./server-sign-in.ts";

/** After the flood has filled every queue. */
const warmUpMs = 5_000;
const measuredMs = 40_000;
const pauseMs = 50;

interface Asked {
  readonly timesMs: number[];
  busy: number;
  failed: number;
}

function getPercentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** Asks for one thing after the other, and for the next where one was answered, for as long as is measured. */
async function askRepeatedly(send: () => Promise<Response>): Promise<Asked> {
  const asked: Asked = { timesMs: [], busy: 0, failed: 0 };
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

function toFigures(name: string, { timesMs, busy, failed }: Asked): Figure[] {
  return [
    atMost(`${name}, p99 of ${timesMs.length}`, getPercentile(timesMs, 0.99), 1000, "ms"),
    note(`${name}, median`, getPercentile(timesMs, 0.5), "ms"),
    atMost(`${name}, answered with 503`, busy, 0, ""),
    atMost(`${name}, answered otherwise than with 200`, failed, 0, ""),
  ];
}

async function measure(origin: string): Promise<Figure[]> {
  const send = overHttp(origin);
  const noisy = await signInAs({ username: "provider01", area: "p" }, send);
  const quiet: OutputOf<typeof signIn> = await signInAs({ username: "retailer01", area: "ds" }, send);
  const headers = { authorization: `Bearer ${quiet.access_token}`, "x-csrf-token": quiet.csrf_token };
  const get = (call: Call) => () => fetch(origin + pathOf(call), { headers });
  const form = new FormData();
  form.append("images", new Blob([new Uint8Array(makePng(4, 4))]), "small.png");
  const upload = () => fetch(origin + pathOf(uploadImages), { method: "POST", headers, body: form });
  const flood = await startFlood(origin, noisy);
  await sleep(warmUpMs);
  const [atHome, variants, receipts, picture, readiness] = await Promise.all(
    [get(home), get(listVariants), get(listReceipts), upload, () => fetch(`${origin}/readyz`)].map(askRepeatedly),
  );
  const done = await flood.stop();
  const nothing: Asked = { timesMs: [], busy: 0, failed: 0 };
  return [
    ...toFigures("home beside the flood", atHome ?? nothing),
    ...toFigures("list of goods", variants ?? nothing),
    ...toFigures("list of receipts", receipts ?? nothing),
    ...toFigures("upload of a small picture", picture ?? nothing),
    ...toFigures("readiness", readiness ?? nothing),
    ...Object.entries(done).map(([name, count]) => note(`flood: ${name}`, count, "")),
  ];
}

/** One company floods the server with every kind of slow work; another beside it works as on a quiet one. */
export const neighbours: Bench = {
  name: "flood",
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), "quayside-bench-"));
    // PostgreSQL does not run as root, and its user has to get through.
    await chmod(dataDir, 0o711);
    try {
      const server = await startServerProcess("all", dataDir);
      try {
        return await measure(server.origin);
      } finally {
        await server.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
