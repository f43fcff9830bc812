import "./wallet.css";
import { useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { RadioGroup } from "#src/kit/ui/radio-group.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { FailedNotice } from "#src/kit/ui/failed-notice.tsx";
import { BalancePanel } from "./balance-panel.tsx";
import { ByHandDialog } from "./by-hand-dialog.tsx";
import { entriesList } from "./entries.list.tsx";
import { RequestTopUpDialog } from "./request-top-up-dialog.tsx";
import { TakeBackDialog } from "./take-back-dialog.tsx";
import type { Reversal } from "./take-back-dialog.tsx";
import { TopUpDialog } from "./top-up-dialog.tsx";
import { topUpsList } from "./top-ups.list.tsx";
import { TopUpRequestsScreen } from "./top-up-requests.screen.tsx";
import { useMoneyParams, useReloadMoney } from "./use-money-params.ts";
import { getWallet, reverseTopUp } from "./wallet.contract.ts";
import type { TopUp, Wallet } from "./wallet.contract.ts";
import { ActionButton } from "#src/kit/ui/action/action-button.tsx";
import { walletActions } from "./wallet.actions.ts";

/** The buttons for new entries, and their dialogs, for those who may add them. */
function Deeds({ of }: { of: Wallet }) {
  const { t } = useTranslation();
  const reload = useReloadMoney();
  const [dialog, setDialog] = useState<"request" | "topUp" | "charge" | null>(null);
  const close = () => setDialog(null);
  const { go } = useMoneyParams();
  const requested = () => {
    reload();
    go({ tab: "wallet", show: "requests" });
  };
  return (
    <div className="row">
      <ActionButton of={walletActions.requestTopUp} subject={of} tone="primary" onClick={() => setDialog("request")}>
        {t("wallet.action.requestTopUp")}
      </ActionButton>
      <ActionButton of={walletActions.topUp} subject={of} tone="primary" onClick={() => setDialog("topUp")}>
        {t("wallet.action.topUp")}
      </ActionButton>
      <ActionButton of={walletActions.charge} subject={of} onClick={() => setDialog("charge")}>
        {t("wallet.action.charge")}
      </ActionButton>
      {dialog === "request" && <RequestTopUpDialog of={of} onDone={requested} onClose={close} />}
      {dialog === "topUp" && <TopUpDialog of={of} onDone={reload} onClose={close} />}
      {dialog === "charge" && <ByHandDialog of={of} onDone={reload} onClose={close} />}
    </div>
  );
}

function Entries({ retailerUuid }: { retailerUuid: string | null }) {
  const { go } = useMoneyParams();
  const list = useMemo(
    () =>
      entriesList({
        retailerUuid,
        show: ({ source_type, source_uuid }) =>
          go(source_type.startsWith("charge") ? { tab: "charges", charge: source_uuid } : { tab: "wallet", show: "payments" }),
      }),
    [retailerUuid, go],
  );
  return <List of={list} />;
}

/** Creates the reversal of a top-up, to be confirmed in a dialog. */
function createTopUpReversal({ top_up_uuid, amount_cents, currency }: TopUp): Reversal {
  return {
    what: "topUp",
    uuid: top_up_uuid,
    amount_cents,
    currency,
    send: (reason, { client }) => client.call(reverseTopUp, { top_up_uuid, reason }),
  };
}

function Payments({ retailerUuid }: { retailerUuid: string | null }) {
  const caller = useCaller();
  const reload = useReloadMoney();
  const [asked, setAsked] = useState<Reversal | null>(null);
  const list = useMemo(() => topUpsList(caller, retailerUuid, (row) => setAsked(createTopUpReversal(row))), [caller, retailerUuid]);
  return (
    <>
      <List of={list} />
      {asked !== null && <TakeBackDialog of={asked} onDone={reload} onClose={() => setAsked(null)} />}
    </>
  );
}

/**
 * A wallet: its state, its entries, and the actions.
 * @param retailerUuid null: the signed-in retailer
 */
export function WalletTabScreen({ retailerUuid }: { retailerUuid: string | null }) {
  const { t } = useTranslation();
  const { show, go } = useMoneyParams();
  const { data, error, refetch } = useCallQuery(getWallet, retailerUuid === null ? {} : { retailer_uuid: retailerUuid });
  if (data === undefined) return <FailedNotice error={error} onRetry={() => void refetch()} />;
  return (
    <div className="stack">
      <BalancePanel of={data} />
      <div className="row row-apart">
        <RadioGroup
          look="segments"
          label={t("wallet.show.label")}
          isLabelHidden
          value={show}
          options={(["entries", "payments", "requests"] as const).map((value) => ({ value, text: t(`wallet.show.${value}`) }))}
          onValue={(value) => go(value === "entries" ? { tab: "wallet" } : { tab: "wallet", show: value }, "replace")}
        />
        <Deeds of={data} />
      </div>
      {show === "entries" && <Entries retailerUuid={retailerUuid} />}
      {show === "payments" && <Payments retailerUuid={retailerUuid} />}
      {show === "requests" && <TopUpRequestsScreen retailerUuid={retailerUuid} />}
    </div>
  );
}
