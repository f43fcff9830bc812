import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { printWaybills, requestWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { drawShippingLabels } from "#server/outbound/waybills/draw-label.ts";
import { atMost, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { addPackedParcels } from "./handover-data.ts";
import { inHouse, perSecond, read } from "./handover-house.ts";
import { readProcessorTimes } from "./processor-time.ts";
import type { House } from "./handover-house.ts";

/** Waybills that are asked for. */
const usualRows = 10_000;
const mostInCall = 1000;
/** Labels of one PDF. */
const mostLabels = 1000;

interface Counted {
  readonly issued: number;
  readonly labels: number;
}

/** Asks for a waybill for every parcel, and waits until each has its label. */
async function measureAsking(house: House, rows: number): Promise<Figure[]> {
  const {
    desk,
    owner,
    ground: { channelUuid },
    carriers,
  } = house;
  const parcels = await read<{ parcel_uuid: string }>(
    owner,
    "select p.parcel_uuid from parcel p join sales_order o using (provider_uuid, order_uuid) where o.channel_uuid = $1 order by 1",
    [channelUuid],
  );
  const before = await readProcessorTimes(house.owner, house.server.pid);
  const begun = performance.now();
  for (let from = 0; from < rows; from += mostInCall)
    await desk.send(requestWaybills, { parcel_uuids: parcels.slice(from, from + mostInCall).map(({ parcel_uuid }) => parcel_uuid) });
  const count = async (): Promise<Counted> => {
    const [counted] = await read<Counted>(
      owner,
      "select count(*) filter (where status = 'issued')::int as issued, count(*) filter (where label_type <> '')::int as labels from waybill where channel_uuid = $1",
      [channelUuid],
    );
    return counted ?? { issued: 0, labels: 0 };
  };
  const until = async (isReached: (counted: Counted) => boolean): Promise<number> => {
    for (;;) {
      const counted = await count();
      if (isReached(counted)) return (performance.now() - begun) / 1000;
      if (performance.now() - begun > 4000 * (rows / perSecond) + 60_000) throw new Error(`bench: ${JSON.stringify(counted)} of ${rows}`);
      await sleep(500);
    }
  };
  const first = await until(({ issued }) => issued > 0);
  const issued = await until((counted) => counted.issued >= rows);
  const labelled = await until(({ labels }) => labels >= rows);
  const after = await readProcessorTimes(house.owner, house.server.pid);
  const ask = async <T>(what: string): Promise<T> =>
    (await fetch(`${carriers}/_control/${what}`, { headers: { "x-sandbox": "1" } })).json() as Promise<T>;
  const { shipments } = await ask<{ shipments: readonly { reference: string; state: string }[] }>("shipments");
  const { refused } = await ask<{ refused: number }>("limit");
  const live = shipments.filter(({ state }) => state !== "cancelled");
  return [
    atMost(`${rows} waybills at ${perSecond} a second`, issued, (1.1 * rows) / perSecond, "s"),
    note("the first of them", first, "s"),
    note("with their labels", labelled, "s"),
    note("processor time of a waybill, of the server", (after.server - before.server) / rows, "ms"),
    note("processor time of a waybill, of PostgreSQL", (after.postgres - before.postgres) / rows, "ms"),
    note("requests that were answered with 429", refused, "requests"),
    atMost("waybills that the carrier has twice", live.length - new Set(live.map(({ reference }) => reference)).size, 0, "waybills"),
    atMost("waybills too many or too few", Math.abs(live.length - rows), 0, "waybills"),
  ];
}

/** Letters of three scripts, so that a label embeds three fonts as those of carriers do. */
const texts = [
  "深圳市龙岗区坂田街道五和大道南星河广场第三栋十二楼",
  "서울특별시 강남구 테헤란로 백이십삼번길 사십오",
  "Łódź Świętokrzyska Österreichische Straße",
];

/** Replaces the sandbox's labels of 2 kB by such as carriers send: about 26 kB, with the fonts that they need. */
async function useLargeLabels(owner: pg.Client, uuids: readonly string[]): Promise<void> {
  const kinds = 25;
  for (let kind = 0; kind < kinds; kind += 1) {
    const party = {
      name: texts[1] ?? "",
      company: texts[2] ?? "",
      phone: "",
      street: texts[0] ?? "",
      city: "",
      state: "",
      postcode: "",
      country: "US",
    };
    const bytes = await drawShippingLabels(
      [
        {
          waybillNumber: `4PX10000000${kind}`,
          channelName: "Bench",
          sender: { ...party, street: (texts[0] ?? "").slice(kind) },
          recipient: party,
          orderNumber: "SO-000101-00000001",
          parcelNumber: "P-000101-00000001",
          parcelPosition: 1,
          parcelCount: 1,
          grams: 300,
          collect: null,
          customs: "1 × Cotton shirt · 12.50 USD",
          language: "zh_cn",
          at: new Date(),
        },
      ],
      "100x150",
    );
    const own = uuids.filter((_, at) => at % kinds === kind);
    await owner.query("update waybill_label set bytes = $1, sha256 = sha256($1) where waybill_uuid = any ($2::uuid[])", [bytes, own]);
  }
}

/** Prints labels into one PDF. */
async function measurePrint({ desk, owner, ground: { channelUuid }, server }: House): Promise<Figure[]> {
  const found = await read<{ waybill_uuid: string }>(
    owner,
    "select waybill_uuid from waybill where channel_uuid = $1 and label_type <> '' order by 1 limit $2",
    [channelUuid, mostLabels],
  );
  const waybill_uuids = found.map(({ waybill_uuid }) => waybill_uuid);
  await useLargeLabels(owner, waybill_uuids);
  const before = server.residentMb();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, server.residentMb())), 20);
  const begun = performance.now();
  const { files } = await desk.send(printWaybills, { waybill_uuids });
  const counted = (performance.now() - begun) / 1000;
  const bytes = await desk.fetchPdf(files[0]?.link ?? "");
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  return [
    atMost(`${waybill_uuids.length} labels to one PDF`, seconds, 5, "s"),
    note("of it, checked and counted", counted, "s"),
    atMost("memory that it takes", peak - before, 300, "MB"),
    note("the server's memory then", peak, "MB"),
    note("size of the PDF", bytes / 1_000_000, "MB"),
  ];
}

/** 10,000 waybills (or `--rows`) from a carrier that takes 50 a second, and 1,000 of their labels in one PDF. */
export const waybills: Bench = {
  name: "waybills",
  run: ({ rows = usualRows }) =>
    inHouse(async (house) => {
      await addPackedParcels(house.owner, house.ground, rows);
      return [...(await measureAsking(house, rows)), ...(await measurePrint(house))];
    }),
};
