import { useQueryClient } from "@tanstack/react-query";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { findToPack, getPacking, listToPack, listToWeigh } from "./packing.contract.ts";
import type { FoundToPack, Packing } from "./packing.contract.ts";

/** What the screens of packing and weighing look up. */
export function useFind({ session, toText }: Work) {
  const { client, scope } = useCaller();
  const queries = useQueryClient();

  /** Runs a call that needs an answer, and reports the refusal at its entry. Returns null then. */
  async function ask<T>(entry: string, call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      session.refuse(entry, toText(error.msg ?? getProblemTexts(error) ?? clientTexts.operationFailed));
      return null;
    }
  }

  return {
    find: (entry: string, code: string): Promise<FoundToPack | null> =>
      ask(entry, () => client.call(findToPack, { code }, { isQuiet: true })),
    open: (entry: string, order_uuid: string): Promise<Packing | null> =>
      ask(entry, () => client.call(getPacking, { order_uuid }, { isQuiet: true })),
    /** Reads an order again; null without network, or if it is not to be packed any more. */
    refresh: (order_uuid: string): Promise<Packing | null> => client.call(getPacking, { order_uuid }, { isQuiet: true }).catch(() => null),
    reloadLists(): void {
      for (const call of [listToPack, listToWeigh]) void queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) });
    },
  };
}
