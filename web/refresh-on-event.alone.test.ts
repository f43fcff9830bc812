import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { baggingChanged } from "#src/outbound/bagging/bagging.contract.ts";
import { packingChanged } from "#src/outbound/packing/packing.contract.ts";
import { waybillsChanged } from "#src/outbound/waybills/waybills.contract.ts";
import { listBalances, stockChanged } from "#src/warehouse/stock/stock.contract.ts";
import { listLocations, locationsMap } from "#src/warehouse/warehouses/locations.contract.ts";
import { queryStorageDefinition } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { liveTopics, refresh } from "./refresh-on-event.ts";
import { queries } from "./queries.ts";

const person: Person = {
  username: "packer",
  role: "operator",
  displayName: "Packer",
  permissions: [],
  providerUuid: "0190a0a0-0000-7000-8000-000000000001",
  isReadOnly: false,
};

/** Somebody looks at a call's answer. @returns how often it was asked for, and whether it was ever taken out of sight */
function look(call: Call) {
  const seen = { asked: 0, hasCome: false, isGone: false };
  const observer = new QueryObserver(queries, {
    queryKey: buildQueryKey(person, call, {}),
    queryFn: () => Promise.resolve((seen.asked += 1)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(({ data }) => {
    seen.isGone ||= seen.hasCome && data === undefined;
    seen.hasCome ||= data !== undefined;
  });
  return seen;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

test("while goods move continuously, stock is reloaded as they move, and the warehouse's map and locations once in 5 seconds", async () => {
  const [balances, ...places] = [listBalances, locationsMap, listLocations, queryStorageDefinition].map(look);
  const asked = () => [balances?.asked, ...places.map((one) => one.asked)];
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual([1, 1, 1, 1]);
  const move = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      refresh(stockChanged.name, () => person);
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  await move(5);
  expect(asked()).toEqual([2, 2, 2, 2]);
  await move(40);
  expect(asked()[0]).toBeGreaterThan(8);
  expect(asked().slice(1)).toEqual([2, 2, 2]);
  await move(10);
  expect(asked().slice(1)).toEqual([3, 3, 3]);
  // The last of what was told is asked for as well, and then nothing more.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked().slice(1)).toEqual([4, 4, 4]);
  expect(places.map(({ hasCome, isGone }) => [hasCome, isGone])).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ]);
});

const calls = Object.values(import.meta.glob<Record<string, unknown>>("../src/**/*.contract.ts", { eager: true })).flatMap(Object.values);
const isRead = (value: unknown): value is Call =>
  typeof value === "object" &&
  value !== null &&
  "output" in value &&
  (("method" in value && value.method === "GET") || "onlyReads" in value);
const printed = ["receipts.print-receipt", "receipts.print-box-labels", "goods.product-print-label", "statements.get-file"];

test("a topic refreshes every reading call of its slices except files", () => {
  const slices = ["catalogue", "downloads", "receipts", "stock", "goods", "wallet", "statements", "rate-cards", "customers", "warehouses"];
  const refreshed = new Set(liveTopics.flatMap((one) => [...one.calls]));
  const missing = calls.filter((value) => isRead(value) && slices.includes(value.name.split(".")[0] ?? "") && !refreshed.has(value));
  expect([...new Set(missing.map((value) => isRead(value) && value.name))].toSorted()).toEqual(printed.toSorted());
});

test.each([packingChanged, baggingChanged, waybillsChanged])("what is to do is read again after $name", async ({ name }) => {
  const toDos = look(listToDos);
  await vi.advanceTimersByTimeAsync(0);
  refresh(name, () => person);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(toDos.asked).toBe(2);
});
