import "./statements.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useCallQuery } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatMonth } from "#src/kit/lib/formats.ts";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { Select } from "#src/kit/ui/select.tsx";
import { getWallet } from "#src/billing/wallet/wallet.contract.ts";
import { MonthPanel } from "./month-panel.tsx";
import { readMonth, listShownMonths } from "./shown-months.rules.ts";
import { statementsList } from "./statements.list.tsx";

interface WhoseProps {
  /** null: the signed-in retailer */
  readonly retailerUuid: string | null;
}

/** Chooses the displayed month: the current one, or an earlier one. */
function MonthChoice({ running, shown, onMonth }: { running: string; shown: string; onMonth: (month: string) => void }) {
  const { t, locale } = useTranslation();
  return (
    <Select
      label={t("statements.month")}
      className="statement-choice"
      value={shown}
      options={listShownMonths(running, shown).map((month) => {
        const text = formatMonth(month, locale);
        return { value: month, text: month === running ? t("statements.running", { month: text }) : text };
      })}
      onValue={onMonth}
    />
  );
}

function Shown({ retailerUuid, running }: WhoseProps & { running: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = readMonth(useSearch({ strict: false }), running);
  const show = useCallback(
    (month: string) => void navigate({ to: ".", search: (old) => ({ ...old, month }), resetScroll: false, replace: true }),
    [navigate],
  );
  const list = useMemo(() => statementsList(retailerUuid, show), [retailerUuid, show]);
  return (
    <div className="stack">
      <MonthChoice running={running} shown={shown} onMonth={show} />
      <MonthPanel key={shown} retailerUuid={retailerUuid} month={shown} isRunning={shown === running} />
      <h2>{t("statements.issued")}</h2>
      <List of={list} />
    </div>
  );
}

/** A retailer's statements: one month, initially the current one, and the list of issued statements. */
export function StatementsTabScreen({ retailerUuid }: WhoseProps) {
  const { data, error, refetch } = useCallQuery(getWallet, retailerUuid === null ? {} : { retailer_uuid: retailerUuid });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return <Shown retailerUuid={retailerUuid} running={data.month} />;
}
