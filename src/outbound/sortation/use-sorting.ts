import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { getLookupCode } from "#src/warehouse/scanning/scan-session.rules.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { getWall, listWalls, sortPiece, undoSort } from "./sortation.contract.ts";
import type { Sorted } from "./sortation.contract.ts";
import { changeSorting, getSorting, noSorting, useSortings } from "./sortation.store.ts";
import { useFindByScan } from "./use-find-by-scan.ts";

/** Sortation by scan: a wall, then piece after piece; the server names the slot of each. */
export function useSorting() {
  const { t } = useTranslation();
  const work = useWork("sortation");
  const { person, session, toText, rejectUndo } = work;
  const { scope } = useCaller();
  const queries = useQueryClient();
  const enqueue = useTaskQueue();
  const find = useFindByScan(work);
  const sorting = useScanCall(sortPiece);
  const undoing = useScanCall(undoSort);
  const state = useSortings(({ sortings }) => sortings[person] ?? noSorting);
  const walls = useCallQuery(listWalls, { is_active: true }, { enabled: state.wall === "" });
  const { data: wall } = useCallQuery(getWall, { wall_uuid: state.wall }, { enabled: state.wall !== "" });

  function reload(): void {
    void queries.invalidateQueries({ queryKey: buildQueryKey(scope, getWall) });
  }

  function open(entry: string, wallUuid: string, name: string): void {
    const { wall: before } = getSorting(person);
    changeSorting(person, { wall: wallUuid, last: null });
    session.done(entry, t("sortation.atWall", { name }), () => changeSorting(person, { wall: before, last: null }));
  }

  /** Opens the wall that a code names: its own, a slot's, or a tote's. Returns false if it is of none. */
  async function openScanned(entry: string, code: string): Promise<boolean> {
    const found = await find(entry, code);
    if (found === null) return true;
    if (found.kind === "unknown") return false;
    if (found.wall_uuid !== null) open(entry, found.wall_uuid, found.wall_name);
    else session.refuse(entry, t(`sortation.needs.${found.needs === "wall" ? "assign" : found.needs}`, { tote: found.tote }));
    return true;
  }

  async function undo({ sort_uuid, order_uuid, sku }: Sorted): Promise<void> {
    const outcome = await undoing.perform({ sort_uuid, order_uuid }, { label: t("sortation.undoOf", { sku }), onLater: reload });
    if (outcome.kind === "refused") return rejectUndo(outcome.problem.msg);
    changeSorting(person, { last: null });
    reload();
  }

  function settle(sent: Sent<Sorted>, entry: string, code: string): void {
    reload();
    if (sent.kind === "refused") {
      const isWrong = sent.problem.codeName === "sortation.wrongPiece";
      if (isWrong) changeSorting(person, { wrongCode: code, last: null });
      return session.refuse(entry, toText(sent.problem.msg), isWrong ? true : undefined);
    }
    const { answer } = sent;
    changeSorting(person, { last: answer });
    const { slot_number: slot, sku, order_number: order } = answer;
    session.done(entry, t(answer.is_complete ? "sortation.completes" : "sortation.sorted", { slot, sku, order }), () => undo(answer));
  }

  async function take(scan: Scan): Promise<void> {
    const { wall: wallUuid, wrongCode } = getSorting(person);
    const code = getLookupCode(scan).trim();
    const entry = session.begin(scan.text);
    if (wrongCode !== "") return session.refuse(entry, t("sortation.asideFirst", { code: wrongCode }), true);
    if (wallUuid === "") {
      if (!(await openScanned(entry, code))) session.refuse(entry, t("sortation.unknownWall", { code: scan.text }));
      return;
    }
    const outcome = await sorting.perform(
      { wall_uuid: wallUuid, code, ...(scan.lot === undefined ? {} : { lot: scan.lot }) },
      { label: t("sortation.sortOf", { code }), onLater: (sent) => settle(sent, entry, scan.text) },
    );
    if (outcome.kind === "waiting") {
      changeSorting(person, { last: null });
      return session.wait(entry, t("sortation.waits"));
    }
    // What is no piece may be another wall, or a tote of one.
    if (outcome.kind === "refused" && outcome.problem.codeName === "sortation.wrongPiece" && (await openScanned(entry, code))) return;
    settle(outcome, entry, scan.text);
  }

  function putAside(): void {
    const { wrongCode } = getSorting(person);
    if (wrongCode === "") return;
    changeSorting(person, { wrongCode: "" });
    session.done(session.begin(wrongCode), t("sortation.isAside", { code: wrongCode }));
  }

  // Reads the wall that was stored before a reload.
  useEffect(() => changeSorting(person, {}), [person]);

  return {
    ...state,
    session,
    walls: walls.data?.result ?? [],
    isLoading: state.wall === "" && walls.isPending,
    shown: state.wall === "" ? undefined : wall,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (id: string) =>
      enqueue(async () => {
        const chosen = walls.data?.result.find(({ wall_uuid }) => wall_uuid === id);
        if (chosen !== undefined) open(session.begin(chosen.code), id, chosen.name);
      }),
    putAside: () => enqueue(async () => putAside()),
    leave: () => enqueue(async () => changeSorting(person, { wall: "", last: null })),
  };
}
