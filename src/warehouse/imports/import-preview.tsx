import { useId } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { pickText, toLanguage } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { getImportColumns, getImportHeader } from "./import-columns.ts";
import { getImportProblems } from "./imports.contract.ts";
import type { ImportJob, ImportPreview, ImportRow } from "./imports.contract.ts";

interface Checked {
  readonly job: ImportJob;
  readonly preview: ImportPreview;
}

/** Shows how many rows can be posted, how many cannot, and what to do next. */
export function ImportCounts({ job }: { job: ImportJob }) {
  const { t } = useTranslation();
  const { bad_row_count: bad, ready_count: ready, row_count: rows } = job;
  const left = rows - bad - ready;
  if (bad === 0) return <Notice tone="good" title={t("imports.ready", { count: ready })} />;
  return (
    <Notice tone="warn" title={t("imports.bad", { count: bad })}>
      <p>{t("imports.ready", { count: ready })}</p>
      {left > 0 && <p>{t("imports.left", { count: left })}</p>}
      <p>{t(ready > 0 ? "imports.badHint" : "imports.badAllHint")}</p>
    </Notice>
  );
}

/** The most warnings listed; the file has the rest. */
const mostWarnings = 10;

/** Lists values that are valid but may be unintended. They are posted as they are. */
export function ImportWarnings({ job, preview: { warnings, warning_count: count } }: Checked) {
  const { t, locale } = useTranslation();
  if (count === 0) return null;
  const more = count - Math.min(warnings.length, mostWarnings);
  return (
    <Notice tone="warn" title={t("imports.warnings.title", { count })}>
      <ul>
        {warnings.slice(0, mostWarnings).map(({ row_number: row, field, value, msg }) => (
          <li key={`${String(row)} ${field ?? ""}`}>
            {t("imports.warnings.row", {
              row,
              column: field === null ? t("imports.problems.wholeRow") : getImportHeader(job.kind, field, locale),
              value,
              what: pickText(msg, locale),
            })}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t("imports.warnings.more", { count: more })}</p>}
    </Notice>
  );
}

/** Lists the first problems by row and column, and offers all of them as a file. */
export function ImportProblems({ job, preview }: Checked) {
  const { t, locale } = useTranslation();
  const { client } = useCaller();
  const { run, isBusy } = useAsyncWork();
  const title = useId();
  const more = job.problem_count - preview.problems.length;
  const download = () =>
    run(async () => {
      const lang = toLanguage(locale);
      await downloadFile(client, getImportProblems, { import_uuid: job.import_uuid, lang });
    });
  const names = {
    row: t("imports.problems.row"),
    column: t("imports.problems.column"),
    value: t("imports.problems.value"),
    what: t("imports.problems.what"),
  };
  return (
    <>
      <h3 id={title}>{t("imports.problems.title")}</h3>
      <div className="import-scroll" role="region" aria-labelledby={title} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              {Object.values(names).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.problems.map(({ row_number, field, value, code, msg }, index) => (
              <tr key={`${String(row_number)} ${field ?? ""} ${String(code)} ${String(index)}`}>
                <td data-header={names.row}>{row_number}</td>
                <td data-header={names.column}>
                  {field === null ? t("imports.problems.wholeRow") : getImportHeader(job.kind, field, locale)}
                </td>
                <td data-header={names.value}>{value === "" && field !== null ? t("imports.problems.empty") : value}</td>
                <td data-header={names.what}>{pickText(msg, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p>{t("imports.problems.more", { count: more })}</p>}
      <div className="import-buttons">
        <Button isDisabled={isBusy} onClick={() => void download()}>
          {t("imports.problems.download")}
        </Button>
      </div>
    </>
  );
}

function Cell({ row, field, header }: { row: ImportRow; field: string; header: string }) {
  const text = row.cells[field] ?? "";
  const isBad = row.problems.some((problem) => problem.field === field);
  return (
    <td className={isBad ? "import-cell-bad" : undefined} data-header={header} {...(text === "" && !isBad ? { "data-empty": true } : {})}>
      {isBad && (
        <span className="import-cell-mark" aria-hidden="true">
          !
        </span>
      )}
      {text}
    </td>
  );
}

/** Shows the first rows as they were read, to check that columns and rows are the intended ones. Bad cells are marked. */
export function ImportRows({ job, preview }: Checked) {
  const { t, locale } = useTranslation();
  const title = useId();
  const columns = getImportColumns(job.kind).map(({ field }) => ({ field, header: getImportHeader(job.kind, field, locale) }));
  const number = t("imports.rows.number");
  return (
    <>
      <h3 id={title}>{t("imports.rows.title", { count: preview.rows.length })}</h3>
      <div className="import-scroll" role="region" aria-labelledby={title} tabIndex={0}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col">{number}</th>
              {columns.map(({ field, header }) => (
                <th key={field} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row) => (
              <tr key={row.row_number}>
                <td data-header={number}>{row.row_number}</td>
                {columns.map(({ field, header }) => (
                  <Cell key={field} row={row} field={field} header={header} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
