import { useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { savePrintFile } from "#src/kit/files/print-file.calls.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatInstant, formatMonth } from "#src/kit/lib/formats.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { IssueDialog } from "./issue-dialog.tsx";
import type { MonthView } from "./month-parts.tsx";
import { ChargesOfMonth, PaymentsOfMonth, Sums } from "./month-parts.tsx";
import { statementFile, viewMonth } from "./statements.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { statementsActions } from "./statements.actions.ts";

interface MonthProps {
  /** null: the signed-in retailer */
  readonly retailerUuid: string | null;
  readonly month: string;
  readonly isRunning: boolean;
}

const formats = ["pdf", "xlsx"] as const;

/** Saves the month as a file in the current language, one at a time. The PDF of a statement uses its print-file link. */
function Downloads({ retailerUuid, month, statement }: Omit<MonthProps, "isRunning"> & Pick<MonthView, "statement">) {
  const { t } = useTranslation();
  const { client } = useCaller();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: (typeof formats)[number]) => {
    setBusy(true);
    try {
      const { language } = useAppearance.getState();
      if (format === "pdf" && statement !== null) {
        await savePrintFile(client, statement.print_link, t("statements.document"), { language });
        return;
      }
      const whose = retailerUuid === null ? {} : { retailer_uuid: retailerUuid };
      await downloadFile(client, statementFile, { ...whose, month, format, language }, (name) => name || `${month}.${format}`);
    } finally {
      setBusy(false);
    }
  };
  return formats.map((format) => (
    <Button key={format} isDisabled={isBusy} onClick={() => void save(format)}>
      {t(`statements.action.${format}`)}
    </Button>
  ));
}

function Head({ of, month, isRunning }: MonthProps & { of: MonthView }) {
  const { t, locale } = useTranslation();
  const { statement } = of;
  const state = isRunning ? "running" : "open";
  return (
    <div className="stack-tight">
      <div className="row">
        <h2>{formatMonth(month, locale)}</h2>
        {statement === null ? (
          <StatusTag tone="quiet" text={t(`statements.state.${state}`)} />
        ) : (
          <StatusTag
            tone={statement.is_paid ? "good" : "warn"}
            text={t(statement.is_paid ? "statements.state.paid" : "statements.state.unpaid")}
          />
        )}
      </div>
      {statement !== null && (
        <p className="row quiet">
          <span>{t("statements.number", { number: statement.statement_number })}</span>
          <span>{t("statements.issuedAt", { at: formatInstant(statement.issued_at, locale) })}</span>
        </p>
      )}
    </div>
  );
}

function formatUnissued({ retailerUuid, isRunning }: MonthProps) {
  if (isRunning) return "statements.runningText";
  return retailerUuid === null ? "statements.ownOpenText" : "statements.openText";
}

function Shown({ of, ...props }: MonthProps & { of: MonthView }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { retailerUuid, month, isRunning } = props;
  return (
    <>
      <section className="panel stack">
        <Head of={of} {...props} />
        {of.statement === null && <p className="quiet">{t(formatUnissued(props))}</p>}
        <Sums of={of} isRunning={isRunning} />
        <div className="row">
          <ActionButton of={statementsActions.issue} subject={of} tone="primary" onClick={() => setAsking(true)}>
            {t("statements.action.issue")}
          </ActionButton>
          <Downloads retailerUuid={retailerUuid} month={month} statement={of.statement} />
        </div>
      </section>
      <ChargesOfMonth of={of} />
      <PaymentsOfMonth of={of} />
      {isAsking && retailerUuid !== null && <IssueDialog retailerUuid={retailerUuid} month={month} onClose={() => setAsking(false)} />}
    </>
  );
}

/** A retailer's month: its sums, charges by kind, and payments; also as files. */
export function MonthPanel(props: MonthProps) {
  const whose = props.retailerUuid === null ? {} : { retailer_uuid: props.retailerUuid };
  const { data, error, refetch } = useCallQuery(viewMonth, { ...whose, month: props.month });
  if (data !== undefined) return <Shown of={data} {...props} />;
  return <FailedNotice error={error} onRetry={() => void refetch()} />;
}
