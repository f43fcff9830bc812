import type { QueryKey } from "@tanstack/react-query";
import type { Call } from "#src/api/define-call.ts";
import type { Topic } from "#src/api/define-topic.ts";
import { catalogueChanged } from "#src/catalogue/catalogue.contract.ts";
import { downloadsChanged } from "#src/downloads/downloads.contract.ts";
import { listToDos } from "#src/home/to-dos.contract.ts";
import { receiptsChanged } from "#src/receipts/receipts.contract.ts";
import type { Person } from "#src/session/session.store.ts";
import { stockChanged, stockReconciled } from "#src/stock/stock.contract.ts";
import { listLocations, locationsMap } from "#src/warehouses/locations.contract.ts";
import { queryStorageDefinition, warehousesChanged } from "#src/warehouses/warehouses.contract.ts";
import { walletChanged } from "#src/wallet/wallet.contract.ts";
import { queries } from "./queries.ts";

interface Live {
  readonly topic: Topic;
  readonly slices: readonly string[];
  /** calls that add much up and stay open for long: they are asked again less often */
  readonly seldom?: readonly Call[];
}

/** What may be old once something was told. The one list of what is live. */
const live: readonly Live[] = [
  { topic: catalogueChanged, slices: ["catalogue"] },
  { topic: downloadsChanged, slices: ["downloads"] },
  { topic: receiptsChanged, slices: ["receipts"], seldom: [listToDos] },
  { topic: stockChanged, slices: ["stock", "goods"], seldom: [listToDos, locationsMap, listLocations, queryStorageDefinition] },
  { topic: stockReconciled, slices: ["stock"] },
  { topic: walletChanged, slices: ["wallet", "statements", "rate-cards", "customers"], seldom: [listToDos] },
  { topic: warehousesChanged, slices: ["warehouses"] },
];

/** Scans come several a second: what they change is asked for anew once in so many ms. */
const restMs = 400;

/** And what is asked for seldom, once in so many ms. */
const longRestMs = 5000;

/** The topics that somebody may listen to; one that is not theirs would have the whole connection refused. */
export function topicsOf({ role, permissions }: Person): Topic[] {
  return live.flatMap(({ topic }) =>
    topic.roles.includes(role) && (role !== "operator" || topic.permission === undefined || permissions.includes(topic.permission))
      ? [topic]
      : [],
  );
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
const askedAt = new Map<string, number>();

/** Asks at once for what is in sight. @param of how the names of the calls begin */
function askAnew({ username, providerUuid }: Person, of: string): void {
  const isOf = ([user, provider, call]: QueryKey) =>
    user === username && provider === providerUuid && typeof call === "string" && call.startsWith(of);
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey) });
}

/** Asks soon, though no sooner than it has rested since it asked the last time; what is told until then is asked for with it. */
function askSoon(of: string, rests: number, now: () => Person | null): void {
  if (waiting.has(of)) return;
  const rested = performance.now() - (askedAt.get(of) ?? -rests);
  const timer = setTimeout(
    () => {
      waiting.delete(of);
      askedAt.set(of, performance.now());
      const person = now();
      if (person !== null) askAnew(person, of);
    },
    Math.max(restMs, rests - rested),
  );
  waiting.set(of, timer);
}

/** Asks for what a topic tells of, soon. @param now whose answers they are by then; null where nobody is signed in any more */
export function askFor(topic: string, now: () => Person | null): void {
  const told = live.find((one) => one.topic.name === topic);
  for (const slice of told?.slices ?? []) askSoon(`${slice}.`, 0, now);
  for (const { name } of told?.seldom ?? []) askSoon(name, longRestMs, now);
}
