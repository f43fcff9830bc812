import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { perform, stageCharging } from "#tests/server/charging-acts.ts";
import type { Act, ChargingStage } from "#tests/server/charging-acts.ts";
import { addCard, agreeOn, balancesIn, charge, chargesIn, openBooks, runCharging, tiersIn } from "#tests/server/charging-books.ts";
import type { Books, Prices } from "#tests/server/charging-books.ts";
import { modelCharges, randomActs, randomFrom } from "#tests/server/charging-model.ts";
import type { ModelCharge, ModelWorld } from "#tests/server/charging-model.ts";

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp();
});
afterAll(() => test_.close());

// New York sets its clocks forward in the night to 8 March: a day of 23 hours.
const zones = ["America/New_York", "Asia/Shanghai"];
const [firstDay, lastDay] = ["2026-02-15", "2026-03-26"];
const from = Date.parse("2026-02-14T00:00:00Z");
const until = Date.parse("2026-03-27T12:00:00Z");
const dayMs = 86_400_000;

const agreed: Record<string, Prices> = {
  "2026-01-01": {
    storage_piece_day: [
      [0, 0],
      [3, 12_345],
      [14, 33_333],
    ],
    storage_litre_day: [[0, 5001]],
    receiving_piece: [
      [0, 250_000],
      [200, 123_457],
    ],
    putaway_piece: [[0, 99_999]],
    return_piece: [
      [0, 500_000],
      [5, 0],
    ],
    shipped_piece: [
      [0, 1_111_111],
      [40, 900_001],
    ],
  },
  "2026-03-11": {
    storage_piece_day: [[0, 20_000]],
    receiving_piece: [
      [0, 240_000],
      [100, 110_001],
      [400, 7],
    ],
    shipped_piece: [
      [0, 700_000],
      [60, 600_000],
      [120, 1],
    ],
  },
};
const usual: Record<string, Prices> = {
  "2026-02-20": {
    storage_litre_day: [
      [0, 0],
      [2, 7777],
      [20, 15_555],
    ],
    receiving_piece: [[0, 0]],
    shipped_piece: [[0, 333_333]],
  },
};

/** The owners of the stage: a retailer with its own card, one with the default, and the provider. */
type Owner = 0 | 1 | 2;
const variants: readonly { owner: Owner; size: readonly [number, number, number] | null }[] = [
  { owner: 0, size: [101, 77, 33] },
  { owner: 0, size: [250, 200, 99] },
  { owner: 0, size: null },
  { owner: 1, size: [13, 17, 19] },
  { owner: 1, size: null },
  { owner: 2, size: [10, 10, 10] },
];

/** Returns the prices of the latest set that does not begin after a day. */
function pricesOn(sets: Record<string, Prices>, day: string) {
  const since = Object.keys(sets)
    .toSorted()
    .findLast((first) => first <= day);
  return since === undefined ? null : tiersIn(sets[since] ?? {});
}

function buildModel(acts: readonly Act[]): ModelCharge[] {
  const world: ModelWorld = {
    zones,
    acts,
    variants: variants.map(({ owner, size }) => ({ ownerUuid: String(owner), size })),
    prices: (owner, day) => (owner === "2" ? null : pricesOn(owner === "0" ? agreed : usual, day)),
  };
  return modelCharges(world, firstDay, lastDay);
}

interface Company {
  readonly books: Books;
  readonly stage: ChargingStage;
}

/** Creates a provider with the stage's warehouses, goods and prices. */
async function company(): Promise<Company> {
  const books = await openBooks(test_, 2);
  const [own = "", other = ""] = books.retailers;
  const now = new Date(from);
  const card = await addCard(books, now, agreed);
  await charge(books, now, await addCard(books, now, usual), firstDay);
  await agreeOn(books, now, own, card);
  const owners = [own, other, books.providerUuid];
  const wish = {
    providerUuid: books.providerUuid,
    zones,
    variants: variants.map(({ owner, size }) => ({ ownerUuid: owners[owner] ?? "", size })),
    receiptsEach: 3,
    orderCount: 6,
  };
  return { books, stage: await books.as((tx) => stageCharging(tx, wish)) };
}

/** Reads the charges in the model's terms. */
async function charged({ books, stage }: Company): Promise<ModelCharge[]> {
  const owners = [...books.retailers, books.providerUuid];
  const abouts = new Map([...stage.receipts, stage.orders].flatMap((uuids) => uuids.map((uuid, at) => [uuid, at] as const)));
  return (await chargesIn(books)).map(({ charge_uuid: _id, currency: _currency, retailer_uuid, warehouse_uuid, source_uuid, ...row }) => ({
    ...row,
    warehouse: stage.warehouses.findIndex(({ uuid }) => uuid === warehouse_uuid),
    owner: String(owners.indexOf(retailer_uuid)),
    about: abouts.get(source_uuid) ?? -1,
  }));
}

const getKey = ({ day, warehouse, owner, event, about }: ModelCharge) => [day, warehouse, owner, event, about].join(" ");
const inOrder = (charges: readonly ModelCharge[]) => charges.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : 1));

/** Acts up to a moment and then charges, until all is done. */
async function dayByDay({ books, stage }: Company, acts: readonly Act[]): Promise<void> {
  let done = 0;
  for (let at = from + dayMs / 2; at <= until; at += dayMs) {
    const todo = acts.slice(done).filter((act) => act.at < at);
    const first = done;
    await books.as((tx) => perform(tx, stage, todo, first));
    done += todo.length;
    test_.clock.set(new Date(at));
    await runCharging(test_, books);
  }
}

/** Charges all days at the end: once interrupted midway, and then by two workers at the same moment. */
async function atOnce({ books, stage }: Company, acts: readonly Act[]): Promise<void> {
  await books.as((tx) => perform(tx, stage, acts));
  test_.clock.set(new Date(until));
  const stopping = new AbortController();
  let looks = 0;
  const clock = {
    now: () => {
      looks += 1;
      if (looks === 30) stopping.abort();
      return test_.clock.now();
    },
  };
  await expect(runCharging(test_, books, stopping.signal, clock)).rejects.toThrow("abort");
  const { rows } = await books.as((tx) => sql`select from charge_run where provider_uuid = ${books.providerUuid}`.execute(tx));
  expect(rows.length).toBe(29);
  await Promise.all([runCharging(test_, books), runCharging(test_, books)]);
}

test("charges match an independent model, whether days are charged one by one or all at once", async () => {
  const counts = { count: 230, warehouses: zones.length, variants: variants.length, receipts: 3, orders: 6, retailers: 2 };
  const acts = randomActs(randomFrom(20_260_215), { from, until, ...counts });
  const expected = inOrder(buildModel(acts));
  // The test would prove nothing without these.
  expect(expected.some(({ amount_cents }) => amount_cents < 0)).toBe(true);
  expect(expected.filter(({ parts }) => parts.length > 1).length).toBeGreaterThan(50);
  expect(new Set(expected.map(({ event }) => event)).size).toBe(6);
  const isOthers = ({ kind, variant, forOwner }: Act) => kind === "ship" && variants[variant]?.owner !== forOwner;
  expect(acts.filter((act) => isOthers(act) && variants[act.variant]?.owner === 2).length).toBeGreaterThan(1);
  expect(acts.filter((act) => isOthers(act) && variants[act.variant]?.owner !== 2).length).toBeGreaterThan(3);

  const [daily, late] = [await company(), await company()];
  await dayByDay(daily, acts);
  expect(inOrder(await charged(daily))).toEqual(expected);
  await atOnce(late, acts);
  expect(inOrder(await charged(late))).toEqual(expected);

  for (const { books } of [daily, late]) {
    const sums = expected.reduce((sum, one) => sum.set(one.owner, (sum.get(one.owner) ?? 0) - one.amount_cents), new Map<string, number>());
    const balances = await balancesIn(books);
    expect(books.retailers.map((uuid) => balances.get(uuid))).toEqual(["0", "1"].map((owner) => sums.get(owner)));
    expect(balances.size).toBe(2);
  }
});
