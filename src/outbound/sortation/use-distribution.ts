import { useQueryClient } from "@tanstack/react-query";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { sortationReads } from "./sortation-reads.contract.ts";
import { assignTote, listTotes, listWalls, removeTote } from "./sortation.contract.ts";
import { getToteInHand, holdTote, useTotesInHand } from "./sortation.store.ts";
import { useFindByScan } from "./use-find-by-scan.ts";

/** Distribution by scan: a tote or cart, then the wall that it goes to. */
export function useDistribution() {
  const { t } = useTranslation();
  const work = useWork("distribution");
  const { person, session, toText } = work;
  const { scope } = useCaller();
  const queries = useQueryClient();
  const enqueue = useTaskQueue();
  const find = useFindByScan(work);
  const assigning = useScanCall(assignTote);
  const removing = useScanCall(removeTote);
  const inHand = useTotesInHand(({ totes }) => totes[person] ?? null);
  const totes = useCallQuery(listTotes, {});
  const walls = useCallQuery(listWalls, {});

  function reload(): void {
    for (const call of sortationReads) void queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) });
  }

  async function put(entry: string, tote: string, wall_uuid: string, name: string): Promise<void> {
    const done = t("sortation.assigned", { tote, name });
    const settle = (sent: Sent<unknown>) => {
      reload();
      if (sent.kind === "done") session.done(entry, done);
      else session.refuse(entry, toText(sent.problem.msg));
    };
    const outcome = await assigning.perform({ tote, wall_uuid }, { label: done, onLater: settle });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else settle(outcome);
    if (outcome.kind !== "refused") holdTote(person, null);
  }

  async function take(scan: Scan): Promise<void> {
    const before = getToteInHand(person);
    const entry = session.begin(scan.text);
    const found = await find(entry, scan.text.trim());
    if (found === null) return;
    const { kind, needs, tote, wall_uuid, wall_name } = found;
    if (kind === "unknown") return session.refuse(entry, t("sortation.unknownTote", { code: scan.text }));
    if (kind === "tote") {
      if (needs !== "wall") return session.refuse(entry, t(`sortation.needs.${needs}`, { tote }));
      holdTote(person, found);
      return session.done(entry, t("sortation.held", { tote }), () => holdTote(person, before));
    }
    if (before === null) return session.refuse(entry, t("sortation.toteFirst"));
    return put(entry, before.tote, wall_uuid ?? "", wall_name);
  }

  async function remove(): Promise<void> {
    const held = getToteInHand(person);
    if (held === null || held.tote_uuid === null) return;
    const { tote_uuid, tote, wall_name: name } = held;
    const done = t("sortation.removed", { tote, name });
    const entry = session.begin(tote);
    const settle = (sent: Sent<unknown>) => {
      reload();
      if (sent.kind === "done") session.done(entry, done);
      else session.refuse(entry, toText(sent.problem.msg));
    };
    const outcome = await removing.perform({ tote_uuid }, { label: done, onLater: settle });
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else settle(outcome);
    holdTote(person, null);
  }

  return {
    session,
    inHand,
    totes: totes.data?.result,
    ordersToSort: totes.data?.orders_to_sort ?? 0,
    walls: walls.data?.result,
    reload,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) =>
      enqueue(async () => {
        const chosen = walls.data?.result.find(({ wall_uuid }) => wall_uuid === id);
        const held = getToteInHand(person);
        if (chosen !== undefined && held !== null) await put(session.begin(chosen.code), held.tote, id, chosen.name);
      }),
    remove: () => enqueue(remove),
  };
}
