import { useCallback, useEffect, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { StationQueue } from "./print-at-station.ts";
import { listWaybills, waybillReads } from "./waybills.contract.ts";
import type { WaybillRow } from "./waybills.contract.ts";
import { mostPrinted } from "./waybills.rules.ts";

/** Labels that arrive together are printed together, at most this many. */
const mostArriving = 50;
const mostOfPage = 200;
/** How long after a failed attempt the next one is made. */
const retryMs = 5000;

/** What a station shows. */
interface Arriving {
  /** labels that waited before the station was there: somebody decides about them */
  readonly waiting: number;
  readonly isFailing: boolean;
  readonly isPrinting: boolean;
  printWaiting(): Promise<void>;
}

/** What a station prints: the labels of a packing location, or else of a warehouse, or all. */
interface Limits {
  readonly warehouse_uuid?: string;
  readonly location_uuid?: string;
}

/** Prints the labels that arrive while a page is open, each once. What cannot be printed is tried again. */
export function useArriving(limits: Limits): Arriving {
  const { client, scope } = useCaller();
  const { providerUuid, username } = scope;
  const { t } = useTranslation();
  const reload = useCallReload(waybillReads);
  const label = t("waybills.labels");
  const [queue] = useState(() => new StationQueue());
  const [since, setSince] = useState<string | null>(null);
  const [isFailing, setFailing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const input = { tab: "to_print" as const, page_size: mostArriving, ...limits };
  const { data: all, isFetchedAfterMount, isError } = useCallQuery(listWaybills, input, { staleTime: 0 });
  // The server's times are compared: the device's clock may be wrong. An answer from before the station was there would count what came since as arriving.
  if (since === null && all !== undefined && isFetchedAfterMount && !isError)
    setSince(all.result.reduce((last, { labelled_at }) => (labelled_at > last ? labelled_at : last), ""));
  const isKnown = since !== null && since !== "";
  const fresh = useCallQuery(listWaybills, { ...input, ...(isKnown ? { labelled_after: since } : {}) }, { enabled: since !== null }).data;

  const work = useCallback(
    (rows: readonly WaybillRow[]) => {
      queue.add(rows);
      return queue.work({ client, owner: { providerUuid, username }, label });
    },
    [queue, client, providerUuid, username, label],
  );
  const show = useCallback((isDone: boolean | null): void => {
    if (isDone !== null) setFailing(!isDone);
  }, []);

  useEffect(() => {
    if (fresh !== undefined) void work(fresh.result).then(show);
  }, [fresh, work, show]);

  useEffect(() => {
    if (!isFailing) return undefined;
    const timer = setInterval(() => void work([]).then(show), retryMs);
    return () => clearInterval(timer);
  }, [isFailing, work, show]);

  const printWaiting = async (): Promise<void> => {
    setPrinting(true);
    try {
      const rows: WaybillRow[] = [];
      for (let cursor: string | null = ""; cursor !== null && rows.length < mostPrinted;) {
        const page: OutputOf<typeof listWaybills> = await client.call(listWaybills, {
          ...input,
          page_size: mostOfPage,
          ...(cursor === "" ? {} : { cursor }),
        });
        rows.push(...page.result);
        cursor = page.next_cursor;
      }
      show(await work(rows.slice(0, mostPrinted)));
    } catch (error) {
      // Already shown as a toast.
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      setPrinting(false);
      reload();
    }
  };
  const waiting = all === undefined || fresh === undefined || since === "" ? 0 : Math.max(0, all.total - fresh.total);
  return { waiting, isFailing, isPrinting, printWaiting };
}
