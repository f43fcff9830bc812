/**
 * Checks tours over a file of the order batching problem. It shares no code with the planner: it reads the file by itself, and finds the
 * shortest tour from the last aisle to the first with the degrees of both crossings spelled out, instead of classes of partial tours.
 */
interface BatchingInstance {
  readonly capacity: number;
  readonly aisleCount: number;
  readonly aisleGap: number;
  readonly aisleLength: number;
  readonly depotAisle: number;
  readonly isDepotAtFront: boolean;
  /** for each order its load and its picks: aisle and distance from the front */
  readonly orders: readonly { readonly load: number; readonly picks: readonly (readonly [aisle: number, depth: number])[] }[];
}

function readInstance(text: string): BatchingInstance {
  const head = (name: string) => new RegExp(`^${name} : (\\S+)`, "m").exec(text)?.[1] ?? "";
  const number = (name: string) => Number(head(name));
  const weightOf = new Map([...text.matchAll(/^ID (\d+) WEIGHT (\S+)/gm)].map(([, id, weight]) => [id, Number(weight)]));
  const depths = number("NUM_CELLS") - 1;
  const placeOf = new Map(
    [...text.matchAll(/^ID (\d+) AISLE (\d+) CELL (\d+)/gm)].map(([, id, aisle, cell]) => {
      const depth = number("DISTANCE_BOTTOM_TO_CELL") + (depths - Number(cell)) * number("DISTANCE_CELL_TO_CELL");
      return [id, [Number(aisle), depth] as const];
    }),
  );
  const [, ...parts] = (text.split("ORDER_SECTION")[1] ?? "").split("NUM_ARTICLES_IN_ORDER");
  const orders = parts.map((part) => {
    const lines = [...part.matchAll(/^ID (\d+) QUANTITY (\d+)/gm)];
    return {
      load: lines.reduce((sum, [, id, quantity]) => sum + Number(quantity) * (weightOf.get(id ?? "") ?? Number.NaN), 0),
      picks: lines.map(([, id]) => placeOf.get(id ?? "") ?? ([Number.NaN, Number.NaN] as const)),
    };
  });
  return {
    capacity: number("PICKER_CAPACITY"),
    aisleCount: number("NUM_AISLES"),
    aisleGap: number("DISTANCE_AISLE_TO_AISLE"),
    aisleLength: number("DISTANCE_BOTTOM_TO_CELL") + depths * number("DISTANCE_CELL_TO_CELL") + number("DISTANCE_TOP_TO_CELL"),
    depotAisle: number("DEPOT_AISLE"),
    isDepotAtFront: head("DEPOT_LOCATION") === "bottom",
    orders,
  };
}

/**
 * Returns the shortest tour. The tour is a graph in which each crossing has an even degree and all that is visited hangs together. For each
 * number of passages at the front and the back of an aisle (0, 1 or 2 each) and whether they are connected on the right, `rest` is the least
 * length of everything to the right.
 */
function measureTour(instance: BatchingInstance, picks: readonly (readonly [aisle: number, depth: number])[]): number {
  const { aisleLength, depotAisle, isDepotAtFront, aisleGap } = instance;
  const depot: readonly [number, number] = [depotAisle, isDepotAtFront ? 0 : aisleLength];
  const all = [...picks, depot];
  const [first, last] = [Math.min(...all.map(([aisle]) => aisle)), Math.max(...all.map(([aisle]) => aisle))];
  const known = new Map<string, number>();

  /** What may be done within an aisle: its length, the degrees it adds at front and back, whether it connects them. */
  const listWays = (aisle: number): { length: number; front: number; back: number; connects: boolean }[] => {
    const depths = [...new Set(all.filter(([of]) => of === aisle).map(([, depth]) => depth))].toSorted((a, b) => a - b);
    const through = [1, 2].map((times) => ({ length: times * aisleLength, front: times, back: times, connects: true }));
    if (depths.length === 0) return [{ length: 0, front: 0, back: 0, connects: false }, ...through];
    // Every split into picks from the front and picks from the back.
    const splits = Array.from({ length: depths.length + 1 }, (_, split) => ({
      length: 2 * (depths[split - 1] ?? 0) + 2 * (split === depths.length ? 0 : aisleLength - (depths[split] ?? 0)),
      front: split > 0 ? 2 : 0,
      back: split < depths.length ? 2 : 0,
      connects: false,
    }));
    return [...through, ...splits];
  };

  /** The least length from an aisle to the right, entered by passages from the left that are connected there or not. */
  const rest = (aisle: number, front: number, back: number, isJoined: boolean): number => {
    const key = [aisle, front, back, isJoined].join();
    const before = known.get(key);
    if (before !== undefined) return before;
    let best = Infinity;
    for (const way of listWays(aisle)) {
      const [frontDegree, backDegree] = [front + way.front, back + way.back];
      const joined = isJoined || way.connects;
      if (aisle === last) {
        const isEven = frontDegree % 2 === 0 && backDegree % 2 === 0;
        const isOne = joined || frontDegree === 0 || backDegree === 0;
        if (isEven && isOne) best = Math.min(best, way.length);
        continue;
      }
      for (const nextFront of [0, 1, 2])
        for (const nextBack of [0, 1, 2]) {
          if ((frontDegree + nextFront) % 2 === 1 || (backDegree + nextBack) % 2 === 1 || nextFront + nextBack === 0) continue;
          // Passages go on from a crossing that is visited, and a part that ends here must belong to one that goes on.
          if ((nextFront > 0 && frontDegree === 0) || (nextBack > 0 && backDegree === 0)) continue;
          if (!joined && ((frontDegree > 0 && nextFront === 0) || (backDegree > 0 && nextBack === 0))) continue;
          const walk = way.length + (nextFront + nextBack) * aisleGap;
          best = Math.min(best, walk + rest(aisle + 1, nextFront, nextBack, joined && nextFront > 0 && nextBack > 0));
        }
    }
    known.set(key, best);
    return best;
  };
  return rest(first, 0, 0, false);
}

/**
 * Checks tours, a line each with the numbers of its orders from 0 on, and returns their length.
 * @throws Error if an order is missing, in two tours or unknown, or if a tour exceeds the capacity
 */
export function checkBatches(instanceText: string, toursText: string): number {
  const instance = readInstance(instanceText);
  const tours = toursText
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const seen = new Set<number>();
  let total = 0;
  for (const tour of tours) {
    const members = tour.map((order) => {
      if (seen.has(order)) throw new Error(`check: order ${order} is in two tours`);
      seen.add(order);
      const found = instance.orders[order];
      if (found === undefined) throw new Error(`check: there is no order ${order}`);
      return found;
    });
    const load = members.reduce((sum, member) => sum + member.load, 0);
    if (!(load <= instance.capacity)) throw new Error(`check: a tour carries ${load} of ${instance.capacity}`);
    total += measureTour(
      instance,
      members.flatMap(({ picks }) => picks),
    );
  }
  if (seen.size !== instance.orders.length) throw new Error(`check: ${instance.orders.length - seen.size} orders are in no tour`);
  return total;
}
