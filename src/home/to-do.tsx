import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayCall, useAnswer, useCaller } from "#src/api/caller.tsx";
import { listDownloads } from "#src/downloads/downloads.contract.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { retrieveKeyInformation } from "#src/key-information/key-information.contract.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Progress } from "#src/ui/progress.tsx";
import { useGoodsTasks } from "./goods-tasks.ts";

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

function KeyTask() {
  const { t } = useTranslation();
  const { area } = useCaller();
  const progress = useAnswer(retrieveKeyInformation, {}).data?.progress;
  if (progress === undefined || progress.done >= progress.of) return null;
  const title = t("home.todo.key", { ...progress });
  return (
    <Task title={title} why={t("home.todo.keyWhy")} href={`/${area ?? "p"}/key-information`} go={t("home.todo.keyGo")}>
      <Progress label={title} part={progress.done / progress.of} />
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

/** What there is to do now, each with the way to it; or that nothing is. */
export function ToDo() {
  const { t } = useTranslation();
  const hasKey = mayCall(useCaller(), retrieveKeyInformation);
  const key = useAnswer(retrieveKeyInformation, {}, { enabled: hasKey });
  const files = useAnswer(listDownloads, { page_size: 200 });
  const unseen = files.data?.result.filter(({ is_seen }) => !is_seen) ?? [];
  const ready = unseen.filter(({ status }) => status === "ready").length;
  const failed = unseen.filter(({ status }) => status === "failed").length;
  const isKeyOpen = hasKey && key.data !== undefined && key.data.progress.done < key.data.progress.of;
  const goods = useGoodsTasks();
  const isLoading = files.isPending || (hasKey && key.isPending) || goods.isPending;
  const isUnknown = files.isError || key.isError || goods.isError;
  const isSomething = isKeyOpen || ready + failed + goods.tasks.length > 0;
  const isNothing = !isSomething && !isLoading && !isUnknown;
  return (
    <section className="panel stack" aria-labelledby="home-todo-title" aria-busy={isLoading}>
      <h2 id="home-todo-title">{t("home.todo.title")}</h2>
      {isLoading && <span className="skeleton" />}
      {isNothing && <p className="quiet">{t("home.todo.nothing")}</p>}
      {isUnknown && <p className="quiet">{t("home.todo.unknown")}</p>}
      {isSomething && (
        <ul className="home-tasks">
          {goods.tasks.map(({ id, title, href, search }) => (
            <Task key={id} title={title} why={t(`home.todo.${id}Why`)} href={href} search={search} go={t(`home.todo.${id}Go`)} />
          ))}
          {isKeyOpen && <KeyTask />}
          <FilesTask kind="files" count={ready} />
          <FilesTask kind="failed" count={failed} />
        </ul>
      )}
    </section>
  );
}
