import { useQueryClient } from "@tanstack/react-query";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { buildQuery, buildQueryKey } from "#src/kit/api/query.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { claimNextTask, claimTask, getPickTask, leavePickTask, listPickTasks } from "./picking.contract.ts";
import type { PickTask, PickTaskRow } from "./picking.contract.ts";
import { getPickStep, keepPlace, noStop, withSentLines } from "./pick-steps.rules.ts";
import { changePicking, getPicking, noPicking, usePickings } from "./picking.store.ts";

/** The open tasks: the code on a printed pick list is looked for among all of them. */
const listInput = { is_open: true, page_size: maxPageSize } as const;
/** The tasks to choose from on a hand-held; more are claimed with "Next task". */
const mostShown = 20;

export type PickTaskWork = ReturnType<typeof usePickTask>;

/** The task that a person picks: claimed from the list, stored on the device, and refreshed by the server. */
export function usePickTask({ person, session, toProblemText, toRefusalText }: Work) {
  const { t } = useTranslation();
  const { client, scope } = useCaller();
  const queries = useQueryClient();
  const state = usePickings(({ pickings }) => pickings[person] ?? noPicking);
  const { task } = state;
  const list = useCallQuery(listPickTasks, listInput, { enabled: task === null });
  const live = useCallQuery(getPickTask, { task_uuid: task?.task_uuid ?? "" }, { enabled: task !== null });

  /** Opens a task that was claimed. */
  function open(claimed: PickTask): void {
    changePicking(person, { task: withSentLines(claimed, []), at: noStop, sent: [], question: null });
  }

  /**
   * Takes over the server's state of the open task. What is at hand stays, unless its order has left the wave. A state that arrives after the person has left
   * the task changes nothing.
   */
  function adopt(fresh: PickTask): void {
    const { task: before, at, sent } = getPicking(person);
    if (before?.task_uuid !== fresh.task_uuid) return;
    if (fresh.version < before.version) return;
    // The scan of the tote may still be queued.
    const tote = fresh.tote === "" ? before.tote : fresh.tote;
    const now = { ...withSentLines(fresh, sent), tote };
    const place = keepPlace(before, now, at);
    changePicking(person, { task: now, at: place });
    const step = getPickStep(before, at);
    if (at.counted > place.counted && "stop" in step)
      session.refuse(session.begin(step.stop.goods.sku), toRefusalText("picking.orderLeft"));
  }

  /** Reads the open task again; without network it stays as it is. */
  async function reload(): Promise<void> {
    const { task: current } = getPicking(person);
    if (current === null) return;
    const query = buildQuery(client, scope, getPickTask, { task_uuid: current.task_uuid });
    const fresh = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
    if (fresh !== null) adopt(fresh);
  }

  function reloadList(): void {
    void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listPickTasks) });
  }

  /** Claims a task by a call that needs an answer, and reports the refusal at its entry. */
  async function claimBy(entry: string, call: () => Promise<PickTask>): Promise<void> {
    try {
      const claimed = await call();
      open(claimed);
      session.done(entry, t("picking.claimed", { wave: claimed.wave_number, number: claimed.task_number }));
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      changePicking(person, { question: null });
      session.refuse(entry, toProblemText(error));
      reloadList();
    }
  }

  return {
    state,
    tasks: list.data?.result ?? [],
    /** those of the tasks that fit on a hand-held */
    shown: list.data?.result.slice(0, mostShown) ?? [],
    isLoading: list.isPending,
    isEmpty: list.isSuccess && list.data.result.length === 0,
    live: live.data,
    adopt,
    reload,
    forget(): void {
      changePicking(person, noPicking);
      reloadList();
    },
    claimNext: () => claimBy(session.begin(t("picking.key.next")), () => client.call(claimNextTask, {}, { isQuiet: true })),
    claim: (entry: string, { task_uuid }: Pick<PickTaskRow, "task_uuid">, takesOver: boolean) =>
      claimBy(entry, () => client.call(claimTask, { task_uuid, takes_over: takesOver }, { isQuiet: true })),
    /** Gives back the open task. */
    async leave({ task_uuid }: PickTask): Promise<void> {
      const entry = session.begin(t("picking.key.leave"));
      try {
        await client.call(leavePickTask, { task_uuid }, { isQuiet: true });
        session.done(entry, t("picking.left"));
        changePicking(person, noPicking);
        reloadList();
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        session.refuse(entry, toProblemText(error));
        await reload();
      }
    },
  };
}
