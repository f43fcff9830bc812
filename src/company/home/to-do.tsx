import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { buttonClass } from "#src/kit/ui/button.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { formatAmount } from "#src/kit/lib/money.ts";
import { listToDos } from "./to-dos.contract.ts";
import type { ToDo } from "./to-dos.contract.ts";
import { getToDoRoute } from "./to-dos.rules.ts";

interface TaskProps {
  readonly title: string;
  readonly why: string;
  readonly href: string;
  readonly search?: object;
  readonly go: string;
  readonly children?: ReactNode;
}

function Task({ title, why, href, search, go, children }: TaskProps) {
  return (
    <li className="home-task">
      <div className="stack-tight">
        <strong>{title}</strong>
        {children}
        <span className="quiet small">{why}</span>
      </div>
      <Link to={href} {...(search === undefined ? {} : { search })} className={buttonClass({})}>
        {go}
      </Link>
    </li>
  );
}

/** One kind of to-do, with a link to the page that shows exactly the counted rows. */
function ToDoTask({ kind, count, progress, debt }: ToDo) {
  const { t, locale } = useTranslation();
  const { area, scope } = useCaller();
  const place = area === null ? null : getToDoRoute(kind, { area, providerUuid: scope.providerUuid });
  if (place === null) return null;
  const amount = debt === null ? "" : formatAmount(debt.cents, debt.currency, locale);
  const title = t(`home.todo.${kind}`, { count, amount, done: progress?.done ?? 0, of: progress?.of ?? 0 });
  return (
    <Task title={title} why={t(`home.todo.${kind}Why`)} {...place} go={t(`home.todo.${kind}Go`)}>
      {progress !== null && <Progress label={title} part={progress.done / progress.of} />}
    </Task>
  );
}

function FilesTask({ kind, count }: { kind: "files" | "failed"; count: number }) {
  const { t } = useTranslation();
  const { area } = useCaller();
  if (count === 0) return null;
  const why = t(kind === "files" ? "home.todo.filesWhy" : "home.todo.failedWhy");
  return <Task title={t(`home.todo.${kind}`, { count })} why={why} href={`/${area ?? "p"}/downloads`} go={t("home.todo.filesGo")} />;
}

/** The to-dos and the new downloads. */
export function useToDos() {
  const { isReadOnly } = useCaller();
  const toDos = useCallQuery(listToDos, {});
  const files = useCallQuery(listDownloads, { page_size: 200 });
  const unseen = isReadOnly ? [] : (files.data?.result.filter(({ is_seen }) => !is_seen) ?? []);
  return {
    found: toDos.data?.to_dos ?? [],
    ready: unseen.filter(({ status }) => status === "ready").length,
    failed: unseen.filter(({ status }) => status === "failed").length,
    isLoading: files.isPending || toDos.isPending,
    isUnknown: files.isError || toDos.isError,
  };
}

/** The to-dos, each with a link to its page, or a line that there are none; new downloads below. */
export function ToDo({ of: { found, ready, failed, isUnknown } }: { of: ReturnType<typeof useToDos> }) {
  const { t } = useTranslation();
  const isSomething = found.length + ready + failed > 0;
  return (
    <section className="panel stack" aria-labelledby="home-todo-title">
      <h2 id="home-todo-title">{t("home.todo.title")}</h2>
      {!isSomething && !isUnknown && <p className="quiet">{t("home.todo.nothing")}</p>}
      {isUnknown && <p className="quiet">{t("home.todo.unknown")}</p>}
      {isSomething && (
        <ul className="home-tasks">
          {found.map((toDo) => (
            <ToDoTask key={toDo.kind} {...toDo} />
          ))}
          <FilesTask kind="files" count={ready} />
          <FilesTask kind="failed" count={failed} />
        </ul>
      )}
    </section>
  );
}
