import { useCallback, useMemo, useState } from "react";
import { useCallMutation } from "#src/kit/api/call-hooks.tsx";
import { toLanguage } from "#src/kit/lib/languages.ts";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { RemoveDialog } from "#src/kit/ui/remove-dialog.tsx";
import { AccountDialog } from "./account-dialog.tsx";
import type { CarrierAccount } from "./carrier-accounts.contract.ts";
import { deleteCarrierAccount, listCarrierAccounts } from "./carrier-accounts.contract.ts";
import type { AccountDialogState } from "./carrier-accounts.list.tsx";
import { carrierAccountsList } from "./carrier-accounts.list.tsx";
import { RequestResultDialog } from "./request-result-dialog.tsx";

const reads = [listCarrierAccounts] as const;

interface RemoveAccountProps {
  readonly account: CarrierAccount;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function RemoveAccount({ account, onChanged, onClose }: RemoveAccountProps) {
  const { t } = useTranslation();
  const removal = useCallMutation(deleteCarrierAccount);
  const { carrier_account_uuid, version, label } = account;
  return (
    <RemoveDialog
      title={t("carrierAccounts.remove.title", { label })}
      text={t("carrierAccounts.remove.text")}
      submit={t("carrierAccounts.action.remove")}
      done={t("carrierAccounts.remove.done", { label })}
      remove={() => removal.perform({ carrier_account_uuid, version })}
      onChanged={onChanged}
      onClose={onClose}
    />
  );
}

/** The provider's carrier accounts, as a tab of the logistics page. */
export function CarrierAccountsPanel() {
  const { t, locale } = useTranslation();
  const reload = useCallReload(reads);
  const [dialog, setDialog] = useState<AccountDialogState | null>(null);
  const list = useMemo(() => carrierAccountsList(setDialog, toLanguage(locale)), [locale]);
  const close = useCallback(() => setDialog(null), []);
  return (
    <div className="stack">
      <p className="quiet">{t("carrierAccounts.intro")}</p>
      <List of={list} />
      {(dialog?.kind === "new" || dialog?.kind === "edit") && (
        <AccountDialog account={dialog.kind === "new" ? null : dialog.account} onChanged={reload} onClose={close} />
      )}
      {dialog?.kind === "result" && <RequestResultDialog result={dialog.result} onClose={close} />}
      {dialog?.kind === "remove" && <RemoveAccount account={dialog.account} onChanged={reload} onClose={close} />}
    </div>
  );
}
