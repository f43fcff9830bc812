import type { LineInput } from "./outbound/orders/order-lines.commands.ts";
import type { ImportedHead } from "./outbound/orders/import/read-order-row.ts";
import { givenNames, surnames, towns } from "./demo-names.ts";
import type { RangeVariant } from "./demo-range.ts";

/** What becomes of an order, besides being submitted and confirmed: that it gets stock, or is short, follows from the stock. */
export type DemoFate =
  | "usual"
  | "draft"
  | "returned"
  | "held address"
  | "held fraud"
  | "held payment"
  | "delayed"
  | "merged"
  | "split"
  | "cancelled";

/** An order of the demo's month. */
export interface DemoOrder {
  readonly daysAgo: number;
  readonly ownerUuid: string;
  readonly head: ImportedHead;
  readonly lines: readonly LineInput[];
  readonly fate: DemoFate;
}

const days = 30;
const ordersADay = 67;

/** A number that looks random and is the same each time. @returns 0 up to, not including, `below` */
function pick(seed: number, below: number): number {
  // Knuth's multiplicative hash (The Art of Computer Programming 3, 6.4), with the upper bits, which vary most.
  return Math.floor((((Math.imul(seed + 1, 0x9e3779b1) >>> 0) ^ Math.imul(seed + 7, 0x85ebca6b)) >>> 8) % below);
}

function choose<T>(list: readonly T[], seed: number): T {
  const one = list[pick(seed, list.length)];
  if (one === undefined) throw new RangeError("demo orders: an empty list");
  return one;
}

/** The places within a day of orders that do not take the usual way. Two of one retailer to one address are merged. */
const fates: ReadonlyMap<number, DemoFate> = new Map([
  [4, "returned"],
  [9, "cancelled"],
  [14, "held address"],
  [22, "delayed"],
  [27, "cancelled"],
  [30, "merged"],
  [33, "merged"],
  [41, "split"],
  [48, "cancelled"],
  [55, "held payment"],
  [63, "held fraud"],
]);

/** Whether the orders of a day have this fate: all of it every day would be too much. */
const everyDays: Readonly<Record<DemoFate, number>> = {
  usual: 1,
  draft: 1,
  cancelled: 1,
  returned: 2,
  "held address": 3,
  "held fraud": 5,
  "held payment": 4,
  delayed: 3,
  merged: 3,
  split: 4,
};

function getFate(daysAgo: number, place: number): DemoFate {
  // Drafts of older days would have been sent or deleted.
  if (place % 13 === 12) return daysAgo < 4 ? "draft" : "usual";
  const fate = fates.get(place) ?? "usual";
  return daysAgo % everyDays[fate] === 0 ? fate : "usual";
}

function makeHead(seed: number, reference: string): ImportedHead {
  const { country, city, state, zip } = choose(towns, seed * 3);
  const isCash = country === "AU" && seed % 2 === 0;
  return {
    reference,
    consignee: `${choose(givenNames, seed * 5)} ${choose(surnames, seed * 11)}`,
    // Numbers for fiction: 555-0100 to 555-0199.
    phone: `+1 555 01${String(pick(seed, 100)).padStart(2, "0")}`,
    address: `${String(pick(seed, 180) + 1)} Example Street`,
    city,
    state,
    zip,
    country,
    id_number: "",
    ioss_number: "",
    vat_number: "",
    cod_type: isCash ? "cash" : "none",
    cod_cents: isCash ? 2500 + pick(seed, 6000) : null,
    cod_currency: isCash ? "AUD" : "",
    remark: seed % 37 === 0 ? "A gift: no prices on the papers, please" : "",
  };
}

function makeLine(variantUuid: string, seed: number): LineInput {
  return {
    variant_uuid: variantUuid,
    quantity: 1 + (seed % 5 === 0 ? 1 : 0),
    title: "",
    unit_price_cents: 900 + pick(seed, 60) * 50,
    declared_name: "",
    declared_name_zh: "",
    hs_code: "",
    origin_country: "",
    declared_value_cents: null,
    declared_currency: "",
  };
}

/** Returns one to three lines of different SKUs. One that is to be split has at least two pieces. */
function makeLines(own: readonly RangeVariant[], seed: number, fate: DemoFate): LineInput[] {
  const count = 1 + (seed % 3 === 0 ? 1 : 0) + (seed % 11 === 0 ? 1 : 0);
  const first = pick(seed * 17, own.length);
  const lines = Array.from({ length: count }, (_, index) => {
    const variant = own[(first + index * 29) % own.length];
    if (variant === undefined) throw new RangeError("demo orders: a retailer without SKUs");
    return makeLine(variant.variantUuid, seed + index);
  });
  return fate === "split" ? lines.map((line) => ({ ...line, quantity: 3 })) : lines;
}

/** Lists a month of invented orders of the retailers in turn, the oldest first; the same each time. @param variants what they sell */
export function listDemoOrders(variants: readonly RangeVariant[]): DemoOrder[] {
  const owners = [...Map.groupBy(variants, ({ ownerUuid }) => ownerUuid)];
  return Array.from({ length: days * ordersADay }, (_, index): DemoOrder => {
    const [daysAgo, place] = [days - 1 - Math.floor(index / ordersADay), index % ordersADay];
    const [ownerUuid, own] = owners[place % owners.length] ?? ["", []];
    const fate = getFate(daysAgo, place);
    const addressee = fate === "merged" ? daysAgo * ordersADay : index;
    return {
      daysAgo,
      ownerUuid,
      head: makeHead(addressee, String(100_001 + index)),
      lines: makeLines(own, index, fate),
      fate,
    };
  });
}
