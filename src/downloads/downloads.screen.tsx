import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useAnswer, useCaller, useDeed } from "#src/api/caller.tsx";
import { queryKeyOf } from "#src/api/query.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { List } from "#src/ui/list/list.tsx";
import { listDownloads, markDownloadsSeen } from "./downloads.contract.ts";
import { downloadsList } from "./downloads.list.tsx";
import { isAnyUnderWay, seenNow } from "./downloads.rules.ts";
import { forgetNews, rememberNews, useNews } from "./news.store.ts";
import { isPermitted } from "#src/ui/action/action.ts";
import { downloadsActions } from "./downloads.actions.ts";

const askAgainMs = 3000;
const looked = { page_size: 200 } as const;

/** Keeps the list fresh: when the server tells of a change, and every 3 s while something is being made. */
function useFreshDownloads(isUnderWay: boolean): void {
  const { scope } = useCaller();
  const queries = useQueryClient();
  const told = useSessions(({ refresh }) => refresh.downloads);
  const heard = useRef(told);
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: queryKeyOf(scope, listDownloads) });
    if (heard.current !== told) ask();
    heard.current = told;
    if (!isUnderWay) return;
    const timer = setInterval(ask, askAgainMs);
    return () => clearInterval(timer);
  }, [queries, scope, told, isUnderWay]);
}

/** Marks what is in sight as seen, so that the badge goes; each once, whatever comes of it. */
function useMarkedSeen(unseen: readonly string[]): void {
  const caller = useCaller();
  const { perform } = useDeed(markDownloadsSeen);
  const news = useNews(({ uuids }) => uuids);
  const fresh = unseen.filter((uuid) => !news.has(uuid)).join(",");
  const mayMark = isPermitted(downloadsActions.markSeen, caller);
  const mark = useRef(perform);
  useEffect(() => {
    mark.current = perform;
  });
  useEffect(() => {
    if (fresh === "" || !mayMark) return;
    const uuids = fresh.split(",");
    rememberNews(uuids);
    const { askFor } = useSessions.getState();
    mark
      .current({ download_uuids: uuids }, { isQuiet: true })
      .then(() => askFor("downloads"))
      // The badge stays until the next visit; nothing is lost.
      .catch(() => undefined);
  }, [fresh, mayMark]);
  useEffect(() => forgetNews, []);
}

/** What jobs produced: exports and the like, to be saved. */
export function DownloadsScreen() {
  const { t } = useTranslation();
  const { data } = useAnswer(listDownloads, looked);
  const rows = data?.result ?? [];
  useFreshDownloads(isAnyUnderWay(rows));
  useMarkedSeen(seenNow(rows));
  return (
    <div className="stack">
      <h1>{t("places.downloads")}</h1>
      <p className="quiet">{t("downloads.intro")}</p>
      <List of={downloadsList} />
    </div>
  );
}
