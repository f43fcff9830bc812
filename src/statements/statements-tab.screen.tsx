import "./statements.css";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useAnswer } from "#src/api/caller.tsx";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { monthText } from "#src/lib/wording.ts";
import { FailedNotice } from "#src/ui/failed-notice.tsx";
import { List } from "#src/ui/list/list.tsx";
import { Select } from "#src/ui/select.tsx";
import { getWallet } from "#src/wallet/wallet.contract.ts";
import { MonthPanel } from "./month-panel.tsx";
import { monthIn, monthsShown } from "./shown-months.rules.ts";
import { statementsList } from "./statements.list.tsx";

type Search = Record<string, unknown>;
type Navigate = (options: { to: "."; search: (old: Search) => object; resetScroll?: false; replace: true }) => Promise<void>;

interface WhoseProps {
  /** null: the retailer that asks */
  readonly retailerUuid: string | null;
}

/** Which month is looked at: the running one, or one of those before it. */
function MonthChoice({ running, shown, onMonth }: { running: string; shown: string; onMonth: (month: string) => void }) {
  const { t, locale } = useTranslation();
  return (
    <Select
      label={t("statements.month")}
      className="statement-choice"
      value={shown}
      options={monthsShown(running, shown).map((month) => {
        const text = monthText(month, locale);
        return { value: month, text: month === running ? t("statements.running", { month: text }) : text };
      })}
      onValue={onMonth}
    />
  );
}

function Shown({ retailerUuid, running }: WhoseProps & { running: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate() as unknown as Navigate;
  const shown = monthIn(useSearch({ strict: false }), running);
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

/** A retailer's statements: a month in sight, the running one at first, and those that were issued. */
export function StatementsTabScreen({ retailerUuid }: WhoseProps) {
  const { data, error, refetch } = useAnswer(getWallet, retailerUuid === null ? {} : { retailer_uuid: retailerUuid });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return <Shown retailerUuid={retailerUuid} running={data.month} />;
}
