import "./exceptions.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { ExceptionsScope } from "./exceptions-scope.tsx";
import type { ExceptionsScopeValues } from "./exceptions-scope.tsx";
import { exceptionsList } from "./exceptions.list.tsx";
import type { ExceptionToDo } from "./exceptions.rules.ts";
import { exceptionsReads } from "./exceptions-reads.contract.ts";

const ExceptionPage = lazyPart(async () => (await import("./exception-page.tsx")).ExceptionPage);

const toText = (value: unknown) => (typeof value === "string" ? value : "");

interface ViewProps {
  readonly isOwn: boolean;
  /** what is waited for; null for all */
  readonly toDo: ExceptionToDo | null;
}

/** A list of exceptions, or the one in the address (`?exception=`). */
export function ExceptionsView({ isOwn, toDo }: ViewProps) {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const reload = useCallReload(exceptionsReads);
  const here = useSearch({ strict: false });
  const { exception } = here;
  // The filter by owner on a retailer's page is not this list's.
  const [owner, warehouse] = [isOwn ? "" : toText(here.owner), toText(here.warehouse)];
  const show = useCallback(
    (uuid: string | null) =>
      void navigate({
        to: ".",
        search: ({ exception: _exception, ...old }: Record<string, unknown>) => (uuid === null ? old : { ...old, exception: uuid }),
      }),
    [navigate],
  );
  const list = useMemo(
    () =>
      exceptionsList(
        caller,
        isOwn
          ? { name: "exceptions.own", title: "exceptions.own", toDo, owner, warehouse }
          : { name: "exceptions.list", title: "navigation.exception", toDo, owner, warehouse },
        show,
      ),
    [caller, isOwn, toDo, owner, warehouse, show],
  );
  const limit = (part: Partial<ExceptionsScopeValues>) =>
    void navigate({
      to: ".",
      search: ({ page: _page, ...old }: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value !== "")),
      resetScroll: false,
    });
  if (typeof exception !== "string")
    return <List key={`${toDo} ${owner} ${warehouse}`} of={list} scope={<ExceptionsScope of={{ owner, warehouse }} onChange={limit} />} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <ExceptionPage key={exception} uuid={exception} onBack={() => show(null)} onChanged={reload} />
    </Suspense>
  );
}
