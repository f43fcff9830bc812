import { compareCarried, expiries, stageSize } from "./stock-acts.ts";
import type { Act, Outcome, WantedLine } from "./stock-acts.ts";

/* The ledger as a simple in-memory model: the database must agree with it, act by act. */

interface Pile {
  readonly variant: number;
  readonly at: number;
  readonly lot: string;
  readonly condition: "good" | "damaged";
  quantity: number;
  reserved: number;
  since: number;
}

interface Part {
  readonly pile: Pile;
  readonly quantity: number;
}

const isPick = (at: number) => at < stageSize.shelves / 2;
const expiryOf = ({ lot }: Pile) => expiries[lot] ?? "9999";

/** Picking order: earliest expiry, then pick locations, then oldest, then walking order. */
function pickOrder(a: Pile, b: Pile): number {
  if (expiryOf(a) !== expiryOf(b)) return expiryOf(a) < expiryOf(b) ? -1 : 1;
  return Number(!isPick(a.at)) - Number(!isPick(b.at)) || a.since - b.since || a.at - b.at;
}

/** A ledger in memory. */
export class LedgerModel {
  readonly #piles = new Map<string, Pile>();
  /** by order, then line */
  readonly #reserved = new Map<number, Map<number, Part[]>>();
  #time = 0;

  /** Performs an act and returns the result. */
  do(one: Act): Outcome {
    this.#time += 1;
    switch (one.act) {
      case "receive":
        this.#put(this.#pile(one.variant, one.at, one.lot), one.quantity);
        return { said: "done", change: one.quantity };
      case "move": {
        const from = this.#pile(one.variant, one.at, one.lot);
        const refusal = taking(from, one.quantity);
        if (refusal !== null) return { said: refusal, change: 0 };
        from.quantity -= one.quantity;
        const to = (one.at + one.by) % stageSize.shelves;
        this.#put(this.#pile(one.variant, to, one.lot, one.becomesDamaged ? "damaged" : "good"), one.quantity, from.since);
        return { said: "done", change: 0 };
      }
      case "adjust":
        return this.#change(this.#pile(one.variant, one.at, one.lot), one.delta);
      case "count": {
        const pile = this.#pile(one.variant, one.at, one.lot);
        return this.#change(pile, one.counted - pile.quantity);
      }
      case "reserve":
        return { said: this.#reserve(one.order, one.wants) ? "done" : "stock.notEnough", change: 0 };
      case "carry":
        this.#carry(one.order, one.by);
        return { said: "done", change: 0 };
      case "release":
        for (const { pile, quantity } of this.#end(one.order)) pile.reserved -= quantity;
        return { said: "done", change: 0 };
      case "ship": {
        const parts = this.#end(one.order);
        for (const { pile, quantity } of parts) {
          pile.reserved -= quantity;
          pile.quantity -= quantity;
        }
        return { said: "done", change: 0 - parts.reduce((sum, { quantity }) => sum + quantity, 0) };
      }
    }
  }

  /** Lists all stock, one line per pile, in a fixed order. */
  standing(): string[] {
    return [...this.#piles.values()]
      .filter(({ quantity }) => quantity > 0)
      .map(({ variant, at, lot, condition, quantity, reserved }) => `${variant} ${at} ${lot} ${condition} ${quantity} ${reserved}`)
      .toSorted();
  }

  #pile(variant: number, at: number, lot: string, condition: Pile["condition"] = "good"): Pile {
    const key = `${variant} ${at} ${lot} ${condition}`;
    const pile = this.#piles.get(key) ?? { variant, at, lot, condition, quantity: 0, reserved: 0, since: 0 };
    this.#piles.set(key, pile);
    return pile;
  }

  /** @param since moves within the warehouse keep their age */
  #put(pile: Pile, quantity: number, since = this.#time): void {
    pile.since = pile.quantity === 0 ? since : Math.min(pile.since, since);
    pile.quantity += quantity;
  }

  #change(pile: Pile, delta: number): Outcome {
    const refusal = delta < 0 ? taking(pile, -delta) : null;
    if (refusal !== null) return { said: refusal, change: 0 };
    if (delta > 0) this.#put(pile, delta);
    else pile.quantity += delta;
    return { said: "done", change: delta };
  }

  #reserve(order: number, wants: readonly WantedLine[]): boolean {
    const lines = this.#reserved.get(order) ?? new Map<number, Part[]>();
    // Of a line that is reserved in part, the rest is wanted; one that wants less than it has keeps what it has.
    const open = wants
      .map((want, at) => ({ ...want, line: at + 1, quantity: want.quantity - countPieces(lines.get(at + 1) ?? []) }))
      .filter(({ quantity }) => quantity > 0);
    // Named lots go first, otherwise their pieces would go to those that accept any.
    const inTurn = [...open.filter(({ lot }) => lot !== null), ...open.filter(({ lot }) => lot === null)];
    const taken: [number, Part[]][] = [];
    for (const { line, variant, lot, quantity } of inTurn) {
      const parts = this.#choose(variant, lot, quantity);
      if (parts === null) {
        for (const { pile, quantity: back } of taken.flatMap(([, made]) => made)) pile.reserved -= back;
        return false;
      }
      for (const part of parts) part.pile.reserved += part.quantity;
      taken.push([line, parts]);
    }
    for (const [line, parts] of taken) lines.set(line, [...(lines.get(line) ?? []), ...parts]);
    this.#reserved.set(order, lines);
    return true;
  }

  #carry(order: number, by: number): void {
    const lines = this.#reserved.get(order) ?? new Map<number, Part[]>();
    const all = [...lines].flatMap(([line, parts]) => parts.map((part) => ({ line, part })));
    const [first] = all.toSorted((a, b) =>
      compareCarried({ ...a.part.pile, quantity: a.part.quantity }, { ...b.part.pile, quantity: b.part.quantity }),
    );
    if (first === undefined) return;
    const { line, part } = first;
    const { pile: from, quantity } = part;
    const to = this.#pile(from.variant, (from.at + by) % stageSize.shelves, from.lot);
    from.quantity -= quantity;
    from.reserved -= quantity;
    this.#put(to, quantity, from.since);
    to.reserved += quantity;
    lines.set(
      line,
      (lines.get(line) ?? []).map((one) => (one === part ? { pile: to, quantity } : one)),
    );
  }

  #choose(variant: number, lot: string | null, wanted: number): Part[] | null {
    const piles = [...this.#piles.values()]
      .filter((pile) => pile.variant === variant && pile.condition === "good" && (lot === null || pile.lot === lot))
      .toSorted(pickOrder);
    const parts: Part[] = [];
    let left = wanted;
    for (const pile of piles) {
      const quantity = Math.min(left, pile.quantity - pile.reserved);
      if (quantity > 0) parts.push({ pile, quantity });
      left -= Math.max(quantity, 0);
    }
    return left === 0 ? parts : null;
  }

  #end(order: number): Part[] {
    const parts = [...(this.#reserved.get(order)?.values() ?? [])].flat();
    this.#reserved.delete(order);
    return parts;
  }
}

function countPieces(parts: readonly Part[]): number {
  return parts.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns why pieces cannot be taken from a pile; null if they can. */
function taking({ quantity, reserved }: Pile, wanted: number): string | null {
  if (wanted > quantity) return "stock.notEnough";
  return quantity - wanted < reserved ? "stock.reservedElsewhere" : null;
}
