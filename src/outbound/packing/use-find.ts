import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { maxPageSize } from "#src/kit/api/list.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { isUnreachable } from "#src/warehouse/scanning/scan-queue.rules.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { findToPack, getPacking, listToPack, listToWeigh } from "./packing.contract.ts";
import type { FoundToPack, Packing, Parcel } from "./packing.contract.ts";

/** What the screens of packing and weighing look up. */
export function useFind(work: Work) {
  const { session, toProblemText } = work;
  const { client, scope } = useCaller();
  const queries = useQueryClient();

  /**
   * Runs a call that needs an answer, and reports the refusal at its entry. Returns null then.
   * @param withoutNetwork what is done instead if there is no answer
   */
  async function ask<T>(entry: string, call: () => Promise<T>, withoutNetwork?: () => T | null): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      if (withoutNetwork !== undefined && isUnreachable(error)) return withoutNetwork();
      session.refuse(entry, toProblemText(error));
      return null;
    }
  }

  return {
    find: (entry: string, code: string, withoutNetwork: () => FoundToPack | null): Promise<FoundToPack | null> =>
      ask(entry, () => client.call(findToPack, { code }, { isQuiet: true }), withoutNetwork),
    /** Looks a code up that was scanned without network; null while there is still none. */
    async findLater(code: string): Promise<FoundToPack | CallProblem | null> {
      try {
        return await client.call(findToPack, { code }, { isQuiet: true });
      } catch (error) {
        if (!(error instanceof CallProblem)) throw error;
        return isUnreachable(error) ? null : error;
      }
    },
    open: (entry: string, order_uuid: string): Promise<Packing | null> =>
      ask(entry, () => client.call(getPacking, { order_uuid }, { isQuiet: true })),
    /** Reads an order again; null without network, or if it is not to be packed any more. */
    refresh: (order_uuid: string): Promise<Packing | null> => client.call(getPacking, { order_uuid }, { isQuiet: true }).catch(() => null),
    reloadLists(): void {
      for (const call of [listToPack, listToWeigh]) void queries.invalidateQueries({ queryKey: buildQueryKey(scope, call) });
    },
  };
}

/** How often the device reads what waits to be weighed, in ms. */
const readAgainMs = 60_000;

/** Finds parcels by their own number or their order's among those that waited to be weighed when the device last had a network. */
export function useKnownParcels(): (code: string) => FoundToPack | null {
  const { client } = useCaller();
  const known = useRef<readonly Parcel[]>([]);
  useEffect(() => {
    const load = async (): Promise<void> => {
      const page = await client.call(listToWeigh, { page_size: maxPageSize }, { isQuiet: true }).catch(() => null);
      if (page !== null) known.current = page.result;
    };
    void load();
    const timer = setInterval(() => void load(), readAgainMs);
    return () => clearInterval(timer);
  }, [client]);
  return (code) => {
    const upper = code.toUpperCase();
    const parcels = known.current.filter(({ parcel_number, order_number }) => parcel_number === upper || order_number === upper);
    return parcels.length === 0 ? null : { kind: "order", orders: [], parcels };
  };
}
