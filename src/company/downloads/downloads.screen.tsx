import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCallQuery, useCaller, useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { buildQueryKey } from "#src/kit/api/query.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { listDownloads, markDownloadsSeen } from "./downloads.contract.ts";
import { downloadsList } from "./downloads.list.tsx";
import { isAnyUnderWay, listUnseen } from "./downloads.rules.ts";
import { forgetNews, rememberNews, useNews } from "./news.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { downloadsActions } from "./downloads.actions.ts";

const askAgainMs = 3000;
const firstPage = { page_size: 200 } as const;

/** Refreshes the list when the server announces a change, and every 3 s while something is in progress. */
function useFreshDownloads(isUnderWay: boolean): void {
  const { scope } = useCaller();
  const queries = useQueryClient();
  const changes = useSessions(({ refresh }) => refresh.downloads);
  const seen = useRef(changes);
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listDownloads) });
    if (seen.current !== changes) ask();
    seen.current = changes;
    if (!isUnderWay) return;
    const timer = setInterval(ask, askAgainMs);
    return () => clearInterval(timer);
  }, [queries, scope, changes, isUnderWay]);
}

/** Marks visible rows as seen, so that the badge disappears; once each, regardless of the result. */
function useMarkedSeen(unseen: readonly string[]): void {
  const caller = useCaller();
  const { perform } = useCallMutation(markDownloadsSeen);
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
      // The badge stays until the next visit.
      .catch(() => undefined);
  }, [fresh, mayMark]);
  useEffect(() => forgetNews, []);
}

/** The files created by jobs, such as exports. */
export function DownloadsScreen() {
  const { t } = useTranslation();
  const { data } = useCallQuery(listDownloads, firstPage);
  const rows = data?.result ?? [];
  useFreshDownloads(isAnyUnderWay(rows));
  useMarkedSeen(listUnseen(rows));
  return (
    <div className="stack">
      <h1>{t("navigation.downloads")}</h1>
      <p className="quiet">{t("downloads.intro")}</p>
      <List of={downloadsList} />
    </div>
  );
}
