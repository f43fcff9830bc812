import { useQueryClient } from "@tanstack/react-query";
import { useAnswer, useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import { queryKeyOf } from "#src/api/query.ts";
import type { PutawayTask } from "#src/receipts/receipts.contract.ts";
import { listPutaway } from "#src/receipts/receiving.contract.ts";
import { waitingCount } from "./put-away.rules.ts";
import { changePut, putOf } from "./receiving.store.ts";

/** As many as one walks past before the list is asked for again. */
const listInput = { page_size: 100 } as const;

/** As many of one code as a person chooses among. */
const mostNamed = 20;

export type Walk = ReturnType<typeof useWalk>;

/** What waits to be put away, in the order of the walk. What is done here is left out at once: the list comes later. */
export function useWalk(person: string) {
  const { client, scope } = useCaller();
  const queries = useQueryClient();
  const list = useAnswer(listPutaway, listInput);
  const waiting = (all: readonly PutawayTask[]) => all.filter(({ task_uuid }) => !putOf(person).finished.includes(task_uuid));
  /** As it is now: a scan may come before the screen was drawn again. */
  const key = queryKeyOf(scope, listPutaway, listInput);
  const tasks = () => waiting(queries.getQueryData<OutputOf<typeof listPutaway>>(key)?.result ?? []);
  const shown = waiting(list.data?.result ?? []);
  return {
    tasks,
    /** What a code names of all that waits, also beyond this list; the problem where the server cannot be asked. */
    async named(code: string): Promise<PutawayTask[] | CallProblem> {
      try {
        const { result } = await client.call(listPutaway, { code, page_size: mostNamed }, { isQuiet: true });
        return waiting(result);
      } catch (error) {
        if (error instanceof CallProblem) return error;
        throw error;
      }
    },
    shown,
    /** of all that wait, also beyond this list */
    count: waitingCount(list.data?.total ?? 0, list.data?.result.length ?? 0, shown.length),
    isLoaded: list.isSuccess,
    isEmpty: list.isSuccess && shown.length === 0,
    reload: () => void queries.invalidateQueries({ queryKey: queryKeyOf(scope, listPutaway) }),
    /** The line's task is done, or is sent later. */
    finish(lineUuid: string): void {
      const done = tasks().filter(({ line_uuid }) => line_uuid === lineUuid);
      changePut(person, { finished: [...putOf(person).finished, ...done.map(({ task_uuid }) => task_uuid)] });
    },
  };
}
