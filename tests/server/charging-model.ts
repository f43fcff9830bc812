import { priceCharge } from "#src/billing/wallet/tier-pricing.rules.ts";
import type { PriceTier } from "#src/billing/wallet/tier-pricing.rules.ts";
import type { PricedEvent } from "#src/billing/wallet/charge-kinds.rules.ts";
import type { Act } from "./charging-acts.ts";

/* The expected charges, computed by hand from everything that was done: the server must agree with them, day by day. */

/** A charge with indexes of the stage's lists. */
export interface ModelCharge {
  readonly warehouse: number;
  readonly day: string;
  readonly owner: string;
  readonly event: PricedEvent;
  /** the receipt or order; -1: the day itself */
  readonly about: number;
  readonly quantity_milli: number;
  readonly amount_cents: number;
  readonly parts: readonly { from: number; quantity_milli: number; price_micros: number }[];
}

export interface ModelWorld {
  readonly zones: readonly string[];
  readonly variants: readonly { readonly ownerUuid: string; readonly size: readonly [number, number, number] | null }[];
  readonly acts: readonly Act[];
  /** null: nothing is charged */
  prices(owner: string, day: string): ReadonlyMap<PricedEvent, readonly PriceTier[]> | null;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local day, YYYY-MM-DD. */
export function dayAt(zone: string, at: number): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  clocks.set(zone, clock);
  return clock.format(at);
}

/** Returns when a day ends: the first full hour with a later local day. */
export function endOf(zone: string, day: string): number {
  let at = Date.parse(`${day}T00:00:00Z`);
  while (dayAt(zone, at) <= day) at += hourMs;
  return at;
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / dayMs;
}

const signs: Partial<Record<Act["kind"], number>> = {
  receive: 1,
  unreceive: -1,
  return: -1,
  scrap: -1,
  ship: -1,
  find: 1,
  lose: -1,
  transfer: -1,
};

/** Returns how an act changes a warehouse's stock. */
function changeOf(act: Act, warehouse: number): number {
  if (act.warehouse === warehouse) return (signs[act.kind] ?? 0) * act.quantity;
  return act.kind === "transfer" && act.about === warehouse ? act.quantity : 0;
}

/** Lists pieces that arrived per day, from outside, found, or from other warehouses; newest first. */
function arrivalsOf(acts: readonly Act[], warehouse: number, zone: string): [string, number][] {
  const days = Map.groupBy(acts, ({ at }) => dayAt(zone, at));
  return [...days]
    .map(([day, those]): [string, number] => {
      let [outside, found, between] = [0, 0, 0];
      for (const act of those) {
        if (act.kind === "transfer") between += changeOf(act, warehouse);
        else if (act.warehouse !== warehouse) continue;
        else if (act.kind === "find") found += act.quantity;
        else if (act.kind === "receive" || act.kind === "unreceive") outside += changeOf(act, warehouse);
      }
      return [day, Math.max(0, outside) + found + Math.max(0, between)];
    })
    .toSorted(([a], [b]) => (a < b ? 1 : -1));
}

/** Returns the ages of pieces, newest arrivals first. */
function agesOf(quantity: number, arrivals: readonly [string, number][], day: string): { age: number | null; pieces: number }[] {
  const ages: { age: number | null; pieces: number }[] = [];
  let left = quantity;
  for (const [came, pieces] of arrivals) {
    const taken = Math.min(left, pieces);
    if (taken > 0) ages.push({ age: daysBetween(came, day), pieces: taken });
    left -= taken;
  }
  if (left > 0) ages.push({ age: null, pieces: left });
  return ages;
}

const millilitres = (pieces: number, size: readonly number[] | null) =>
  size === null ? 0 : Math.round((pieces * size.reduce((volume, side) => volume * side, 1)) / 1000);

/** Returns a retailer's stock in a warehouse at the end of a day, by age. */
function storedOf(world: ModelWorld, owner: string, warehouse: number, day: string, byLitre: boolean) {
  const zone = world.zones[warehouse] ?? "";
  const parts: { age_days: number | null; quantity_milli: number }[] = [];
  for (const [index, { ownerUuid, size }] of world.variants.entries()) {
    if (ownerUuid !== owner) continue;
    const acts = world.acts.filter((act) => act.variant === index && dayAt(zone, act.at) <= day);
    const quantity = acts.reduce((sum, act) => sum + changeOf(act, warehouse), 0);
    let before = 0;
    for (const { age, pieces } of agesOf(quantity, arrivalsOf(acts, warehouse, zone), day)) {
      // A SKU's litres are rounded in total: youngest first, each as the difference of two sums.
      const quantity_milli = byLitre ? millilitres(before + pieces, size) - millilitres(before, size) : pieces * 1000;
      parts.push({ age_days: age, quantity_milli });
      before += pieces;
    }
  }
  return parts;
}

const eventOf: Partial<Record<Act["kind"], readonly [PricedEvent, 1 | -1]>> = {
  receive: ["receiving_piece", 1],
  unreceive: ["receiving_piece", -1],
  put: ["putaway_piece", 1],
  unput: ["putaway_piece", -1],
  return: ["return_piece", 1],
  scrap: ["return_piece", 1],
  ship: ["shipped_piece", 1],
};

interface Done {
  readonly owner: string;
  readonly event: PricedEvent;
  readonly about: number;
  pieces: number;
}

/** Sums what was done in a warehouse on a day, by charged owner, event, and receipt or order. */
function doneOn(world: ModelWorld, warehouse: number, day: string): Done[] {
  const zone = world.zones[warehouse] ?? "";
  const owners = [...new Set(world.variants.map(({ ownerUuid }) => ownerUuid))];
  const done = new Map<string, Done>();
  for (const act of world.acts) {
    const [event, sign] = eventOf[act.kind] ?? [];
    if (event === undefined || sign === undefined || act.warehouse !== warehouse || dayAt(zone, act.at) !== day) continue;
    const owner = (act.forOwner === undefined ? world.variants[act.variant]?.ownerUuid : owners[act.forOwner]) ?? "";
    const key = `${owner} ${event} ${act.about}`;
    const sum = done.get(key) ?? { owner, event, about: act.about, pieces: 0 };
    sum.pieces += sign * act.quantity;
    done.set(key, sum);
  }
  return [...done.values()].filter(({ pieces }) => pieces !== 0).toSorted((a, b) => a.about - b.about);
}

/** A charged piece that still stands. */
interface ChargedPiece {
  readonly from: number;
  readonly price_micros: number;
  readonly month: string;
}

/** The charged pieces of a receipt or order, newest on top, and what was charged less credits. */
interface Kept {
  readonly pieces: ChargedPiece[];
  cents: number;
}

/** Takes pieces from the top for what they cost, at most what was paid. Returns how many of them the month had counted. */
function giveBack(kept: Kept, count: number, month: string) {
  const taken = kept.pieces.splice(Math.max(0, kept.pieces.length - count));
  const kinds = Map.groupBy(taken, ({ from, price_micros }) => `${from}:${price_micros}`);
  const parts = [...kinds.values()]
    .flatMap((alike) => alike.slice(0, 1).map(({ from, price_micros }) => ({ from, quantity_milli: -1000 * alike.length, price_micros })))
    .toSorted((a, b) => a.from - b.from || a.price_micros - b.price_micros);
  const cost = Math.round(taken.reduce((sum, { price_micros }) => sum + price_micros, 0) / 10_000);
  const amount_cents = 0 - Math.min(cost, Math.max(0, kept.cents));
  kept.cents += amount_cents;
  return { pieces: taken.length, parts, amount_cents, counted: taken.filter((piece) => piece.month === month).length };
}

/** Returns all charges between two days, by each warehouse's clock. */
export function modelCharges(world: ModelWorld, first: string, last: string): ModelCharge[] {
  const days = world.zones.flatMap((zone, warehouse) =>
    Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => {
      const day = new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10);
      return { warehouse, day, end: endOf(zone, day) };
    }),
  );
  const owners = [...new Set(world.variants.map(({ ownerUuid }) => ownerUuid))];
  const months = new Map<string, number>();
  const keptOf = new Map<string, Kept>();
  const charges: ModelCharge[] = [];
  for (const { warehouse, day } of days.toSorted((a, b) => a.end - b.end || a.warehouse - b.warehouse)) {
    for (const owner of owners)
      for (const event of ["storage_piece_day", "storage_litre_day"] as const) {
        const tiers = world.prices(owner, day)?.get(event);
        if (tiers === undefined) continue;
        const ages = storedOf(world, owner, warehouse, day, event === "storage_litre_day");
        const quantity_milli = ages.reduce((sum, part) => sum + part.quantity_milli, 0);
        if (quantity_milli === 0) continue;
        charges.push({ warehouse, day, owner, event, about: -1, quantity_milli, ...priceCharge(tiers, quantity_milli, ages) });
      }
    for (const { owner, event, about, pieces } of doneOn(world, warehouse, day)) {
      const prices = world.prices(owner, day);
      if (prices === null) continue;
      const month = day.slice(0, 7);
      const [key, source] = [`${owner} ${event} ${month}`, `${owner} ${event} ${warehouse} ${about}`];
      const before = months.get(key) ?? 0;
      const kept = keptOf.get(source) ?? { pieces: [], cents: 0 };
      keptOf.set(source, kept);
      if (pieces < 0) {
        const back = giveBack(kept, -pieces, month);
        months.set(key, before - back.counted * 1000);
        const { parts, amount_cents } = back;
        if (back.pieces > 0)
          charges.push({ warehouse, day, owner, event, about, quantity_milli: -1000 * back.pieces, parts, amount_cents });
        continue;
      }
      const tiers = prices.get(event);
      if (tiers === undefined) continue;
      months.set(key, before + pieces * 1000);
      const price = priceCharge(tiers, pieces * 1000, before);
      kept.cents += price.amount_cents;
      for (const { from, quantity_milli, price_micros } of price.parts)
        for (let piece = 0; piece < quantity_milli; piece += 1000) kept.pieces.push({ from, price_micros, month });
      charges.push({ warehouse, day, owner, event, about, quantity_milli: pieces * 1000, ...price });
    }
  }
  return charges;
}

/** Picks a random element. */
function pick<T>(random: () => number, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** Returns a seeded generator of numbers from 0 to 1 (Park and Miller, 1988). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Generates acts that are possible in order: nothing is taken that is not there. Retailers are the first owners. */
export function randomActs(
  random: () => number,
  {
    from,
    until,
    count,
    warehouses,
    variants,
    receipts,
    orders,
    retailers,
  }: Record<"from" | "until" | "count" | "warehouses" | "variants" | "receipts" | "orders" | "retailers", number>,
): Act[] {
  const stands = new Map<string, number>();
  const standing = (act: Pick<Act, "warehouse" | "variant">, place: "dock" | "shelf") =>
    stands.get(`${act.warehouse} ${act.variant} ${place}`) ?? 0;
  const move = (act: Pick<Act, "warehouse" | "variant">, place: "dock" | "shelf", by: number) =>
    stands.set(`${act.warehouse} ${act.variant} ${place}`, standing(act, place) + by);
  const times = Array.from({ length: count }, () => Math.floor(from + random() * (until - from))).toSorted((a, b) => a - b);
  const acts: Act[] = [];
  const undone = new Set<number>();
  const kinds: Act["kind"][] = [
    "receive",
    "receive",
    "receive",
    "put",
    "put",
    "ship",
    "ship",
    "unreceive",
    "unput",
    "return",
    "scrap",
    "find",
    "lose",
    "transfer",
  ];
  const takes: Partial<Record<Act["kind"], "dock" | "shelf">> = {
    unreceive: "dock",
    put: "dock",
    return: "dock",
    scrap: "dock",
    unput: "shelf",
    ship: "shelf",
    lose: "shelf",
    transfer: "shelf",
  };
  const gives: Partial<Record<Act["kind"], "dock" | "shelf">> = { receive: "dock", unput: "dock", put: "shelf", find: "shelf" };
  for (const at of times) {
    const kind = pick(random, kinds) ?? "receive";
    const undoes = { unreceive: "receive", unput: "put" }[kind as string];
    const earlier = acts.flatMap((act, of) => (act.kind === undoes && !undone.has(of) ? [{ act, of }] : []));
    const chosen = undoes === undefined ? undefined : pick(random, earlier.slice(-12));
    if (undoes !== undefined && chosen === undefined) continue;
    const where = chosen?.act ?? { warehouse: Math.floor(random() * warehouses), variant: Math.floor(random() * variants) };
    const from_ = takes[kind];
    const available = from_ === undefined ? 60 : standing(where, from_);
    const quantity = chosen?.act.quantity ?? Math.ceil(random() * Math.min(available, 60));
    if (quantity === 0 || quantity > available) continue;
    const about = chosen?.act.about ?? Math.floor(random() * (kind === "ship" ? orders : receipts));
    const act: Act = {
      kind,
      at,
      warehouse: where.warehouse,
      variant: where.variant,
      quantity,
      about: kind === "transfer" ? (where.warehouse + 1) % warehouses : about,
      // Each order is one retailer's, and some of its goods are others'.
      ...(kind === "ship" ? { forOwner: about % retailers } : {}),
      ...(chosen === undefined ? {} : { of: chosen.of }),
    };
    if (from_ !== undefined) move(act, from_, -quantity);
    const to = gives[kind];
    if (to !== undefined) move(act, to, quantity);
    if (kind === "transfer") move({ warehouse: act.about, variant: act.variant }, "shelf", quantity);
    if (chosen !== undefined) undone.add(chosen.of);
    acts.push(act);
  }
  return acts;
}
