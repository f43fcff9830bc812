import { expect, test } from "vitest";
import { findHeadRefusals, joinHeads } from "./merge-heads.ts";
import type { OrderHead } from "./merge-heads.ts";

const plain: OrderHead = {
  order_uuid: "one",
  channel_uuid: null,
  cod_type: "none",
  cod_cents: null,
  cod_currency: "",
  ioss_number: "",
  vat_number: "",
  weight_grams: null,
  remark: "",
  delay_until: null,
  due_at: null,
  priority: 0,
  payment_status: "not_paid",
  total_cents: null,
  currency: "",
  split_from_uuid: null,
};
const at = (day: string) => new Date(`2030-01-${day}T00:00:00Z`);

test("heads that say nothing differ in nothing from those that do, but for an IOSS number", () => {
  const other = { ...plain, order_uuid: "other", channel_uuid: "c", cod_type: "cash", cod_cents: 5, cod_currency: "USD", vat_number: "V" };
  expect(findHeadRefusals([plain, other])).toEqual(new Map());
  expect(findHeadRefusals([other, plain])).toEqual(new Map());
  expect(findHeadRefusals([plain, { ...other, ioss_number: "IM1" }])).toEqual(new Map([["other", "orders.differentTaxNumber"]]));
});

test("two heads that differ from each other and not from the first are refused by the second of them", () => {
  const [second, third] = [
    { ...plain, order_uuid: "second", channel_uuid: "c", vat_number: "V" },
    { ...plain, order_uuid: "third", channel_uuid: "d", vat_number: "V" },
  ];
  expect(findHeadRefusals([plain, second, third])).toEqual(new Map([["third", "orders.differentChannel"]]));
});

test("what is joined is the sum of the cash and weights, each remark once, the latest delay, the earliest cut-off and the highest priority", () => {
  const cash = { cod_type: "cash", cod_cents: 500, cod_currency: "EUR" };
  const one = { ...plain, weight_grams: 100, remark: "a", delay_until: at("02"), due_at: at("05"), priority: -1 };
  const other = { ...plain, ...cash, weight_grams: 250, remark: "b", delay_until: at("03"), due_at: at("04"), channel_uuid: "c" };
  const third = { ...plain, ...cash, cod_cents: 1, weight_grams: 1, remark: "a" };
  expect(joinHeads([one, other, third])).toMatchObject({
    ...cash,
    cod_cents: 501,
    channel_uuid: "c",
    weight_grams: 351,
    remark: "a\nb",
    delay_until: at("03"),
    due_at: at("04"),
    priority: 0,
  });
  expect(joinHeads([one, { ...other, weight_grams: null }]).weight_grams).toBeNull();
});

test("the total is that of all if it is known of each in one currency", () => {
  const [one, other] = [
    { ...plain, total_cents: 1000, currency: "USD" },
    { ...plain, total_cents: 250, currency: "USD" },
  ];
  expect(joinHeads([one, other])).toMatchObject({ total_cents: 1250, currency: "USD" });
  expect(joinHeads([one, plain])).toMatchObject({ total_cents: null, currency: "USD" });
  expect(joinHeads([one, { ...other, currency: "EUR" }])).toMatchObject({ total_cents: null, currency: "USD" });
  const part = { ...other, order_uuid: "part", total_cents: null, split_from_uuid: "one" };
  expect(joinHeads([{ ...one, order_uuid: "another" }, part])).toMatchObject({ total_cents: null, currency: "USD" });
  expect(joinHeads([one, part]), "the part of it that was split off").toMatchObject({ total_cents: 1000, currency: "USD" });
  expect(joinHeads([part, one]), "the other way round").toMatchObject({ total_cents: 1000, currency: "USD" });
});

test.each([
  [["paid", "paid"], "paid"],
  [["paid", "not_paid"], "not_paid"],
  [["refunded", "not_paid"], "not_paid"],
  [["paid", "refunded"], "partially_refunded"],
  [["paid", "partially_refunded"], "partially_refunded"],
  [["refunded", "refunded"], "refunded"],
] as const)("orders that are %s are %s together", (statuses, joined) => {
  expect(joinHeads(statuses.map((payment_status) => ({ ...plain, payment_status }))).payment_status).toBe(joined);
});
