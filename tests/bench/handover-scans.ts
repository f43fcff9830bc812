import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { findToPack, listToWeigh, weighParcel } from "#src/outbound/packing/packing.contract.ts";
import { beginReview, findToReview, finishReview, listToReview, reviewPieces } from "#src/outbound/review/review.contract.ts";
import { atLeast, atMost, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { addOperators, addPackedParcels, addPickedOrders, addShippedOrders, addTables, ordersInTote } from "./handover-data.ts";
import { createDesk, inHouse, read } from "./handover-house.ts";
import { readProcessorTimes } from "./processor-time.ts";
import type { Desk, House } from "./handover-house.ts";
import { percentileMs } from "./server-round.ts";
import { overHttp, signInAs } from "./server-sign-in.ts";

const scansASecond = 150;
const scanSeconds = 25;
/** Before that a quiet beginning, reported on its own: each connection plans the statements of a scan at its first one, once in the life of a server. */
const coldSeconds = 10;
/** of them, in a second */
const coldScans = 30;
const stations = 60;
const people = 12;
const shippedCount = 200_000;
const listsASecond = 10;
/** An order is opened, its three pieces are reviewed, and a parcel is weighed. */
const scansOfRound = 5;
const rounds = Math.ceil((coldScans * coldSeconds + scansASecond * scanSeconds) / scansOfRound);

/** One scan with the calls that a station makes for it. */
type Scan = () => Promise<unknown>;

/** Where somebody reviews and weighs, and what there is to do. */
interface Station {
  readonly desk: Desk;
  /** the barcode of the table that reviewed goods are put on */
  readonly table: string;
  /** by number; those of a tote are at the same station, as the tote is */
  readonly orders: readonly string[];
  readonly parcels: readonly string[];
}

async function reviewByScans({ desk, table }: Station, orderNumber: string): Promise<Scan[]> {
  const { orders } = await desk.send(findToReview, { code: orderNumber });
  const { review_uuid, lines } = await desk.send(beginReview, { order_uuid: orders[0]?.order_uuid ?? "" });
  const scans: Scan[] = lines.flatMap(({ line_number, quantity }) =>
    Array.from({ length: quantity }, () => () => desk.send(reviewPieces, { review_uuid, line_number, quantity: 1 })),
  );
  const last = scans.pop();
  return [
    ...scans,
    // The last piece ends the review.
    async () => {
      await last?.();
      await desk.send(finishReview, { review_uuid, location: table });
    },
  ];
}

async function weighByScan(desk: Desk, parcelNumber: string): Promise<void> {
  const { parcels } = await desk.send(findToPack, { code: parcelNumber });
  const [parcel] = parcels;
  await desk.send(weighParcel, { parcel_uuid: parcel?.parcel_uuid ?? "", measured_grams: parcel?.expected_grams ?? 0 });
}

/** What a station scans, one after the other. Those of several stations do not fall together: each begins elsewhere in its round. */
async function* scanAt(station: Station, offset: number): AsyncGenerator<Scan> {
  const waiting = [...station.parcels];
  const weigh = function* (count: number): Generator<Scan> {
    for (const parcel of waiting.splice(0, count)) yield () => weighByScan(station.desk, parcel);
  };
  yield* weigh(offset);
  for (const order of station.orders) {
    let pieces: Scan[] = [];
    yield async () => {
      pieces = await reviewByScans(station, order);
    };
    yield* pieces;
    yield* weigh(1);
  }
}

/** Scans at a fixed pace, each counted from when it was due until the last of its calls was answered. */
async function scanAll(all: readonly Station[]) {
  const [coldMs, timesMs]: [number[], number[]] = [[], []];
  const coldCount = coldScans * coldSeconds;
  const count = coldCount + scansASecond * scanSeconds;
  const dueMs = (at: number) => (at < coldCount ? at / coldScans : coldSeconds + (at - coldCount) / scansASecond) * 1000;
  const begun = performance.now();
  const workAt = async (station: Station, first: number): Promise<void> => {
    let at = first;
    for await (const scan of scanAt(station, first % scansOfRound)) {
      if (at >= count) return;
      const dueAt = begun + dueMs(at);
      await sleep(Math.max(0, dueAt - performance.now()));
      await scan();
      (at < coldCount ? coldMs : timesMs).push(performance.now() - dueAt);
      at += all.length;
    }
    throw new Error("bench: a station ran out of scans");
  };
  await Promise.all(all.map(workAt));
  return { coldMs, timesMs, seconds: (performance.now() - begun) / 1000 - coldSeconds };
}

/** Reads the two queues as their screens do, until it is stopped. @returns how many pages were read */
async function readLists(desk: Desk, signal: AbortSignal): Promise<number> {
  let reads = 0;
  for (; !signal.aborted; reads += 1) {
    await (reads % 2 === 0 ? desk.send(listToReview, { page_size: 50 }) : desk.send(listToWeigh, { page_size: 50 }));
    await sleep(1000 / listsASecond);
  }
  return reads;
}

/** Counts what the scans did; pieces by the ledger. */
async function countDone(
  owner: pg.Client,
): Promise<{ orders: number; pieces: number; moved: number; parcels: number; waybills: number } | undefined> {
  const [done] = await read<{ orders: number; pieces: number; moved: number; parcels: number; waybills: number }>(
    owner,
    `select (select count(*)::int from sales_order where order_number like 'SO-000103-%' and status = 'reviewed') as orders,
       (select coalesce(sum(v.reviewed_pieces), 0)::int from order_review v join sales_order o using (provider_uuid, order_uuid)
         where o.order_number like 'SO-000103-%' and v.status = 'done') as pieces,
       (select coalesce(sum(e.quantity), 0)::int from stock_entry e join order_review v on v.review_uuid = e.source_uuid
           join sales_order o on o.order_uuid = v.order_uuid
         where e.source_type = 'review' and e.leg = 2 and v.status = 'done' and o.order_number like 'SO-000103-%') as moved,
       (select count(*)::int from parcel where parcel_number like 'P-000101-%' and status = 'weighed') as parcels,
       (select count(*)::int from waybill w join parcel p using (provider_uuid, parcel_uuid) where p.parcel_number like 'P-000101-%') as waybills`,
    [],
  );
  return done;
}

async function measureScans(house: House, shippedOrders: number): Promise<Figure[]> {
  const { server, desk, owner, ground } = house;
  await addShippedOrders(owner, ground, shippedOrders);
  await addPickedOrders(owner, ground, rounds + 2 * stations * ordersInTote);
  const tables = await addTables(owner, ground, stations);
  await addPackedParcels(owner, ground, rounds + (2 + scansOfRound) * stations);
  const usernames = await addOperators(owner, ground, people);
  await owner.query("vacuum (analyze)");
  const send = overHttp(server.origin);
  const desks: Desk[] = [];
  for (const username of usernames) desks.push(createDesk(server.origin, await signInAs({ username, area: "p" }, send)));
  const list = (table: string, column: string, like: string) =>
    read<{ number: string }>(owner, `select ${column} as number from ${table} where ${column} like $1 order by 1`, [like]);
  const orders = await list("sales_order", "order_number", "SO-000103-%");
  const parcels = await list("parcel", "parcel_number", "P-000101-%");
  const own = (numbers: readonly { number: string }[], station: number, together: number) =>
    numbers.filter((_, at) => Math.floor(at / together) % stations === station).map(({ number }) => number);
  const all = Array.from({ length: stations }, (_, at): Station => {
    const signedIn = desks[at % desks.length];
    if (signedIn === undefined) throw new Error("bench: nobody is signed in");
    return { desk: signedIn, table: tables[at] ?? "", orders: own(orders, at, ordersInTote), parcels: own(parcels, at, 1) };
  });
  const over = new AbortController();
  const reading = readLists(desk, over.signal);
  const before = await readProcessorTimes(house.owner, house.server.pid);
  const { coldMs, timesMs, seconds } = await scanAll(all);
  const after = await readProcessorTimes(house.owner, house.server.pid);
  over.abort();
  const lists = await reading;
  const done = await countDone(owner);
  if (done === undefined || done.orders === 0 || done.parcels === 0) throw new Error("bench: the scans changed nothing");
  return [
    atLeast("review and weighing scans a second while lists are read", timesMs.length / seconds, scansASecond * 0.97, "a second"),
    atMost("review and weighing scans, p95", percentileMs({ timesMs, seconds }, 95), 100, "ms"),
    note("review and weighing scans of the quiet beginning, p95", percentileMs({ timesMs: coldMs, seconds }, 95), "ms"),
    note("review and weighing scans, p50", percentileMs({ timesMs, seconds }, 50), "ms"),
    note("processor time of a scan, of the server", (after.server - before.server) / (coldMs.length + timesMs.length), "ms"),
    note("processor time of a scan, of PostgreSQL", (after.postgres - before.postgres) / (coldMs.length + timesMs.length), "ms"),
    note("orders reviewed to their end", done.orders, "orders"),
    note("parcels weighed", done.parcels, "parcels"),
    atMost(
      "pieces of theirs that did not move, or moved twice",
      Math.abs(done.moved - done.pieces) + Math.abs(done.pieces - 3 * done.orders),
      0,
      "pieces",
    ),
    atMost("weighed parcels without a waybill's request", Math.abs(done.waybills - done.parcels), 0, "parcels"),
    note("lists read meanwhile", lists / (coldSeconds + seconds), "a second"),
  ];
}

/** 150 scans a second at 60 stations of 12 people, among 200,000 shipped orders (or `--rows`), while the waybills of weighed parcels are requested. */
export const scans: Bench = {
  name: "scans",
  run: ({ rows = shippedCount }) => inHouse((house) => measureScans(house, rows)),
};
