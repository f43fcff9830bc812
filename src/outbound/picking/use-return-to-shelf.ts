import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Scan } from "#src/kit/ui/scan/scan.rules.ts";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { useWork } from "#src/warehouse/scanning/use-work.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import { listLeftPieces, returnToShelf } from "./picking.contract.ts";
import type { LeftPieces } from "./picking.contract.ts";
import { changeReturning, getReturning, noReturning, useReturnings } from "./picking.store.ts";
import { findInTote, findLeftGoods, getLeftKey } from "./return-steps.rules.ts";

const listInput = { page_size: 100 } as const;

/** Returning pieces that no order needs from a tote to a shelf: tote, product, location. */
export function useReturnToShelf() {
  const { t } = useTranslation();
  const { session, person, toText } = useWork("pick-return");
  const { scope } = useCaller();
  const queries = useQueryClient();
  const enqueue = useTaskQueue();
  const returning = useScanCall(returnToShelf);
  const list = useCallQuery(listLeftPieces, listInput);
  const state = useReturnings(({ returnings }) => returnings[person] ?? noReturning);
  /** Reads the current list: a scan may arrive before the screen has rendered again. */
  const getLeft = () =>
    queries.getQueryData<OutputOf<typeof listLeftPieces>>(buildQueryKey(scope, listLeftPieces, listInput))?.result ?? [];
  const reload = () => queries.invalidateQueries({ queryKey: buildQueryKey(scope, listLeftPieces) });

  function hold(entry: string, inHand: LeftPieces): void {
    changeReturning(person, { inHand, choices: [] });
    const { sku, quantity: count } = inHand;
    session.done(entry, t("picking.back.held", { sku, count }), () => changeReturning(person, { inHand: null }));
  }

  function takeGoods(entry: string, scan: Scan): void {
    const found = findLeftGoods(findInTote(getLeft(), getReturning(person).tote), scan);
    const [only] = found;
    if (only === undefined) return session.refuse(entry, t("picking.back.notHere"));
    if (found.length === 1) return hold(entry, only);
    changeReturning(person, { choices: found });
    session.ask(entry, t("picking.back.which"), () => changeReturning(person, { choices: [] }));
  }

  async function putBack(entry: string, pieces: LeftPieces, location: string): Promise<void> {
    const { tote, tote_uuid, variant_uuid, owner_uuid, lot, quantity, sku } = pieces;
    const done = t("picking.back.done", { sku, count: quantity, location });
    const outcome = await returning.perform(
      { tote_uuid, variant_uuid, owner_uuid, lot, quantity, location },
      {
        label: done,
        onLater(sent) {
          if (sent.kind === "done") session.done(entry, done);
          else session.refuse(entry, toText(sent.problem.msg));
          void reload();
        },
      },
    );
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (outcome.kind === "waiting") session.wait(entry, t("receiving.waits"));
    else session.done(entry, done);
    changeReturning(person, { inHand: null });
    await reload();
    if (findInTote(getLeft(), tote).length === 0) changeReturning(person, { tote: "" });
  }

  async function take(scan: Scan): Promise<void> {
    const { tote, inHand, choices } = getReturning(person);
    const entry = session.begin(scan.text);
    if (choices.length > 0) changeReturning(person, { choices: [] });
    if (inHand !== null) return putBack(entry, inHand, scan.text.trim().toUpperCase());
    const isTote = findInTote(getLeft(), scan.text).length > 0;
    if (tote !== "" && !isTote) return takeGoods(entry, scan);
    if (!isTote) return session.refuse(entry, t("picking.back.nothingIn"));
    const name = scan.text.trim().toUpperCase();
    changeReturning(person, { tote: name });
    session.done(entry, t("picking.back.tote", { tote: name }), () => changeReturning(person, { tote }));
  }

  // Reads what was stored before a reload.
  useEffect(() => changeReturning(person, {}), [person]);

  const left = list.data?.result ?? [];
  return {
    ...state,
    session,
    left,
    inTote: findInTote(left, state.tote),
    isEmpty: list.isSuccess && left.length === 0,
    scan: (scan: Scan) => enqueue(() => take(scan)),
    choose: (key: string) =>
      enqueue(() => {
        const chosen = getReturning(person).choices.find((one) => getLeftKey(one) === key);
        if (chosen !== undefined) hold(session.begin(chosen.sku), chosen);
      }),
  };
}
