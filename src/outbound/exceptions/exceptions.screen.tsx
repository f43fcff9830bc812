import "./exceptions.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { exceptionsList } from "./exceptions.list.tsx";
import { exceptionsReads } from "./exceptions-reads.contract.ts";

const ExceptionPage = lazyPart(async () => (await import("./exception-page.tsx")).ExceptionPage);

/** The list of exceptions, or the one in the address (`?exception=`). */
function Exceptions({ isOwn }: { isOwn: boolean }) {
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
        isOwn ? { name: "exceptions.own", title: "exceptions.own" } : { name: "exceptions.list", title: "navigation.exception" },
        show,
      ),
    [caller, isOwn, show],
  );
  if (typeof exception !== "string") return <List of={list} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      <ExceptionPage key={exception} uuid={exception} onBack={() => show(null)} onChanged={reload} />
    </Suspense>
  );
}

/** The exceptions of a provider's orders. */
export function ExceptionsScreen() {
  const { t } = useTranslation();
  const { exception } = useSearch({ strict: false });
  return (
    <div className="stack exceptions">
      {typeof exception !== "string" && <h1>{t("navigation.exception")}</h1>}
      <Exceptions isOwn={false} />
    </div>
  );
}

/** The exceptions of a retailer's own orders: a tab of its page of orders. */
export function OwnExceptions() {
  return (
    <div className="stack exceptions">
      <Exceptions isOwn />
    </div>
  );
}
