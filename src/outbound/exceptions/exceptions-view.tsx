import "./exceptions.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { exceptionsList } from "./exceptions.list.tsx";
import type { ExceptionToDo } from "./exceptions.rules.ts";
import { exceptionsReads } from "./exceptions-reads.contract.ts";

const ExceptionPage = lazyPart(async () => (await import("./exception-page.tsx")).ExceptionPage);

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
  const { exception } = useSearch({ strict: false });
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
          ? { name: "exceptions.own", title: "exceptions.own", toDo }
          : { name: "exceptions.list", title: "navigation.exception", toDo },
        show,
      ),
    [caller, isOwn, toDo, show],
  );
  if (typeof exception !== "string") return <List key={toDo} of={list} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <ExceptionPage key={exception} uuid={exception} onBack={() => show(null)} onChanged={reload} />
    </Suspense>
  );
}
