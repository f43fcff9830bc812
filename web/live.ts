import type { QueryKey } from "@tanstack/react-query";
import type { Topic } from "#src/api/define-topic.ts";
import { catalogueChanged } from "#src/catalogue/catalogue.contract.ts";
import { downloadsChanged } from "#src/downloads/downloads.contract.ts";
import { receiptsChanged } from "#src/receipts/receipts.contract.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { stockChanged, stockReconciled } from "#src/stock/stock.contract.ts";
import { warehousesChanged } from "#src/warehouses/warehouses.contract.ts";
import { walletChanged } from "#src/wallet/wallet.contract.ts";
import { queries } from "./queries.ts";

/** The slices whose answers may be old once something was told. The one list of what is live. */
const live: readonly { readonly topic: Topic; readonly slices: readonly string[] }[] = [
  { topic: catalogueChanged, slices: ["catalogue"] },
  { topic: downloadsChanged, slices: ["downloads"] },
  { topic: receiptsChanged, slices: ["receipts"] },
  { topic: stockChanged, slices: ["stock", "goods"] },
  { topic: stockReconciled, slices: ["stock"] },
  { topic: walletChanged, slices: ["wallet", "statements", "rate-cards", "customers"] },
  { topic: warehousesChanged, slices: ["warehouses"] },
];

/** Scans come several a second: what they change is asked for anew once in so many ms. */
const restMs = 400;

/** The topics that somebody may listen to; one that is not theirs would have the whole connection refused. */
export function topicsOf({ role, permissions }: Person): Topic[] {
  return live.flatMap(({ topic }) =>
    topic.roles.includes(role) && (role !== "operator" || topic.permission === undefined || permissions.includes(topic.permission))
      ? [topic]
      : [],
  );
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();

function askAnew({ username, providerUuid }: Person, slice: string): void {
  const isOfSlice = ([user, provider, call]: QueryKey) =>
    user === username && provider === providerUuid && typeof call === "string" && call.startsWith(`${slice}.`);
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfSlice(queryKey) });
  if (slice === "downloads") useSessions.getState().askFor("downloads");
}

/** Asks for what a topic tells of, soon. @param now whose answers they are by then; null where nobody is signed in any more */
export function askFor(topic: string, now: () => Person | null): void {
  for (const slice of live.find((one) => one.topic.name === topic)?.slices ?? []) {
    if (waiting.has(slice)) continue;
    const timer = setTimeout(() => {
      waiting.delete(slice);
      const person = now();
      if (person !== null) askAnew(person, slice);
    }, restMs);
    waiting.set(slice, timer);
  }
}
