import { useQueryClient } from "@tanstack/react-query";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { PutawayTask } from "#src/warehouse/receipts/receipts.contract.ts";
import { listPutaway } from "#src/warehouse/receipts/receiving.contract.ts";
import { countWaiting } from "./put-away.rules.ts";
import { changePut, getPut } from "./receiving.store.ts";

/** How many tasks a person handles before the list is reloaded. */
const listInput = { page_size: 100 } as const;

/** The most matches of one code to choose from. */
const mostNamed = 20;

export type PutawayTasks = ReturnType<typeof usePutawayTasks>;

/** The waiting tasks in walking order. Tasks done here are left out at once, before the list is reloaded. */
export function usePutawayTasks(person: string) {
  const { client, scope } = useCaller();
  const queries = useQueryClient();
  const list = useCallQuery(listPutaway, listInput);
  const waiting = (all: readonly PutawayTask[]) => all.filter(({ task_uuid }) => !getPut(person).finished.includes(task_uuid));
  /** Reads the current list: a scan may arrive before the screen has rendered again. */
  const key = buildQueryKey(scope, listPutaway, listInput);
  const tasks = () => waiting(queries.getQueryData<OutputOf<typeof listPutaway>>(key)?.result ?? []);
  const shown = waiting(list.data?.result ?? []);
  return {
    tasks,
    /** Finds all waiting tasks of a code, also beyond the loaded list; returns the problem if the server cannot be asked. */
    async findByCode(code: string): Promise<PutawayTask[] | CallProblem> {
      try {
        const { result } = await client.call(listPutaway, { code, page_size: mostNamed }, { isQuiet: true });
        return waiting(result);
      } catch (error) {
        if (error instanceof CallProblem) return error;
        throw error;
      }
    },
    shown,
    /** of all waiting tasks, also beyond the loaded list */
    count: countWaiting(list.data?.total ?? 0, list.data?.result.length ?? 0, shown.length),
    isLoaded: list.isSuccess,
    isEmpty: list.isSuccess && shown.length === 0,
    reload: () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listPutaway) }),
    /** Marks the line's task as done or queued. */
    finish(lineUuid: string): void {
      const done = tasks().filter(({ line_uuid }) => line_uuid === lineUuid);
      changePut(person, { finished: [...getPut(person).finished, ...done.map(({ task_uuid }) => task_uuid)] });
    },
  };
}
