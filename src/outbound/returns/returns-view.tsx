import "./returns.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { DecideManyDialog } from "./decide-many-dialog.tsx";
import { returnsReads } from "./returns-reads.contract.ts";
import type { returnTabs } from "./returns-search.rules.ts";
import type { ReturnRow } from "./returns.contract.ts";
import { returnsList } from "./returns.list.tsx";

const ReturnPage = lazyPart(async () => (await import("./return-page.tsx")).ReturnPage);

/** A list of returns, or the one in the address (`?return=`). */
export function ReturnsView({ isOwn, tab }: { readonly isOwn: boolean; readonly tab: (typeof returnTabs)[number] }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const reload = useCallReload(returnsReads);
  const [deciding, setDeciding] = useState<readonly ReturnRow[]>([]);
  const { return: shown } = useSearch({ strict: false });
  const show = useCallback(
    (uuid: string | null) =>
      void navigate({
        to: ".",
        search: ({ return: _return, ...old }: Record<string, unknown>) => (uuid === null ? old : { ...old, return: uuid }),
      }),
    [navigate],
  );
  const list = useMemo(
    () =>
      returnsList(
        caller,
        isOwn ? { name: "returns.own", title: "returns.own", tab } : { name: "returns.list", title: "navigation.returns", tab },
        { show, decide: setDeciding },
      ),
    [caller, isOwn, tab, show],
  );
  if (typeof shown === "string")
    return (
      <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
        <ReturnPage key={shown} uuid={shown} onBack={() => show(null)} onChanged={reload} />
      </Suspense>
    );
  return (
    <>
      <List key={tab} of={list} />
      {deciding.length > 0 && (
        <DecideManyDialog
          rows={deciding}
          onDone={() => {
            setDeciding([]);
            reload();
          }}
          onClose={() => setDeciding([])}
        />
      )}
    </>
  );
}
