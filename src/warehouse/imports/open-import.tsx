import "./imports.css";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import type { CallProblem } from "#src/kit/api/client.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { Dialog } from "#src/kit/ui/dialog.tsx";
import { Notice } from "#src/kit/ui/notice.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { ImportCounts, ImportProblems, ImportRows, ImportWarnings } from "./import-preview.tsx";
import { importFigures } from "./imports.contract.ts";
import type { ImportDraft, ImportFigures, ImportJob, ImportKindName } from "./imports.contract.ts";
import { useImport } from "./use-import.ts";
import type { ImportStage } from "./use-import.ts";
import { WorkbookPicker } from "./workbook-picker.tsx";
import { WorkbookRefused } from "./workbook-refused.tsx";

const titles = {
  orders: "imports.title.orders",
  receipts: "imports.title.receipts",
  "opening-stock": "imports.title.openingStock",
  products: "imports.title.products",
  locations: "imports.title.locations",
  tracks: "imports.title.tracks",
} as const satisfies Record<ImportKindName, string>;

/** What an import created as drafts, which must still be submitted: the figure that counts them, and their texts. */
const draftKinds: Partial<
  Record<ImportKindName, { readonly figure: keyof ImportFigures; readonly made: TextKey; readonly more: TextKey }>
> = {
  orders: { figure: "orders", made: "imports.drafts.orders.made", more: "imports.drafts.orders.more" },
  receipts: { figure: "receipts", made: "imports.drafts.receipts.made", more: "imports.drafts.receipts.more" },
};

export interface OpenImportProps {
  readonly kind: ImportKindName;
  readonly onClose: () => void;
  /** called when rows were posted, to reload the page. The dialog stays open to report the result */
  readonly onPosted: (job: ImportJob) => void;
  /** links to a draft that the import created */
  readonly linkDraft?: (draft: ImportDraft) => ReactNode;
}

/** The import dialog, from choosing a workbook to posting it. */
export function OpenImport({ kind, onClose, onPosted, linkDraft }: OpenImportProps) {
  const { t } = useTranslation();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  const { stage, problem, isBusy, check, post, leave } = useImport(kind, (job) => {
    // The dialog was closed before the answer: a toast reports it instead.
    if (isGone.current) useToasts.getState().show("good", t("imports.done", { count: job.ready_count }));
    onPosted(job);
  });
  const body = useStageFocus(stage);
  const mayChoose = stage.at === "choose" || stage.at === "refused" || stage.at === "checked";
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Dialog
      title={t(titles[kind])}
      closeText={t(stage.at === "posted" ? "imports.close" : "imports.cancel")}
      onClose={close}
      actions={<PostButton stage={stage} isBusy={isBusy} onPost={post} />}
    >
      <div className="import" ref={body} tabIndex={-1}>
        {problem !== null && <Failed problem={problem} />}
        <Standing kind={kind} stage={stage} linkDraft={linkDraft} />
        {mayChoose && <WorkbookPicker kind={kind} isAgain={stage.at !== "choose"} onFile={check} />}
      </div>
    </Dialog>
  );
}

/** Shows the current stage of the import. */
function Standing({ kind, stage, linkDraft }: { kind: ImportKindName; stage: ImportStage; linkDraft: OpenImportProps["linkDraft"] }) {
  const { t } = useTranslation();
  if (stage.at === "checking") return <Working text={t("imports.checking", { name: stage.name })} />;
  if (stage.at === "posting") return <Working text={t("imports.posting")} />;
  if (stage.at === "refused") return <WorkbookRefused kind={kind} name={stage.name} problem={stage.problem} />;
  if (stage.at === "posted") return <Posted job={stage.job} linkDraft={linkDraft} />;
  if (stage.at === "choose") return null;
  return (
    <>
      <ImportCounts job={stage.job} />
      <ImportWarnings job={stage.job} preview={stage.preview} />
      {stage.job.bad_row_count > 0 && <ImportProblems job={stage.job} preview={stage.preview} />}
      <ImportRows job={stage.job} preview={stage.preview} />
    </>
  );
}

function PostButton({ stage, isBusy, onPost }: { stage: ImportStage; isBusy: boolean; onPost: () => void }) {
  const { t } = useTranslation();
  if (stage.at !== "checked" || stage.job.ready_count === 0) return null;
  const { ready_count: count, bad_row_count: bad } = stage.job;
  return (
    <Button tone="primary" isDisabled={isBusy} onClick={onPost}>
      {t(bad > 0 ? "imports.skip" : "imports.post", { count })}
    </Button>
  );
}

function Working({ text }: { text: string }) {
  return (
    <div className="stack-tight" role="status">
      <p>{text}</p>
      <Progress label={text} part={null} />
    </div>
  );
}

/** Lists the drafts that an import created. Each must still be submitted. */
function Drafts({ job, linkDraft }: { job: ImportJob; linkDraft: OpenImportProps["linkDraft"] }) {
  const { t } = useTranslation();
  const kind = draftKinds[job.kind];
  if (kind === undefined || job.drafts.length === 0) return null;
  const count = job.result[kind.figure] ?? job.drafts.length;
  const more = count - job.drafts.length;
  return (
    <>
      <p>{t(kind.made, { count })}</p>
      <ul className="import-list">
        {job.drafts.map((draft) => (
          <li key={draft.document_uuid}>{linkDraft?.(draft) ?? draft.document_number}</li>
        ))}
      </ul>
      {more > 0 && <p>{t(kind.more, { count: more })}</p>}
    </>
  );
}

function Posted({ job, linkDraft }: { job: ImportJob; linkDraft: OpenImportProps["linkDraft"] }) {
  const { t } = useTranslation();
  const made = importFigures.flatMap((name) => {
    const count = job.result[name];
    return count === undefined ? [] : [{ name, text: t(`imports.figures.${name}`, { count }) }];
  });
  return (
    <Notice tone="good" title={t("imports.done", { count: job.ready_count })}>
      {made.length > 0 && (
        <ul className="import-list">
          {made.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
      )}
      <Drafts job={job} linkDraft={linkDraft} />
    </Notice>
  );
}

function Failed({ problem }: { problem: CallProblem }) {
  const { t, locale } = useTranslation();
  const texts = getProblemTexts(problem) ?? problem.msg ?? clientTexts.systemError;
  return (
    <Notice tone="bad" title={t("imports.failed")} {...(problem.code === 0 ? {} : { code: String(problem.code) })}>
      <p>{pickText(texts, locale)}</p>
    </Notice>
  );
}

/** Keeps the focus in the dialog: the pressed button disappears with its stage. */
function useStageFocus({ at }: ImportStage) {
  const body = useRef<HTMLDivElement>(null);
  const last = useRef(at);
  useEffect(() => {
    if (last.current !== at) body.current?.focus();
    last.current = at;
  }, [at]);
  return body;
}
