import { formatNumber } from "#src/kit/lib/formats.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import type { Action, ActionTools, CellTools } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { carrierAccountsActions } from "./carrier-accounts.actions.ts";
import type { CarrierAccount } from "./carrier-accounts.contract.ts";
import { listCarrierAccounts, setCarrierAccountEnabled, syncChannels, testCarrierAccount } from "./carrier-accounts.contract.ts";
import { carrierApiNames } from "./carrier-accounts.rules.ts";
import type { RequestResult } from "./request-result-dialog.tsx";

/** The open dialog. */
export type AccountDialogState =
  | { readonly kind: "new" }
  | { readonly kind: "edit" | "remove"; readonly account: CarrierAccount }
  | { readonly kind: "result"; readonly result: RequestResult };

/** Describes a stored token by its end; empty if there is none. */
function formatToken({ parameters }: CarrierAccount, { t }: CellTools): string {
  if (parameters?.has_api_token !== true) return "";
  return parameters.api_token_end === "" ? t("carrierAccounts.stored") : t("carrierAccounts.endsWith", { end: parameters.api_token_end });
}

async function setEnabled({ rows: [account], caller, t, reload }: ActionTools<CarrierAccount>, is_enabled: boolean): Promise<void> {
  if (account === undefined) return;
  const { carrier_account_uuid, version, label } = account;
  try {
    await caller.client.call(setCarrierAccountEnabled, { carrier_account_uuid, version, is_enabled });
    useToasts.getState().show("good", t(is_enabled ? "carrierAccounts.enabled" : "carrierAccounts.disabled", { label }));
  } finally {
    reload();
  }
}

type Open = (dialog: AccountDialogState) => void;

async function testAccount({ rows: [account], caller }: ActionTools<CarrierAccount>, open: Open): Promise<void> {
  if (account === undefined) return;
  const { carrier_account_uuid, label } = account;
  const answer = await caller.client.call(testCarrierAccount, { carrier_account_uuid });
  open({ kind: "result", result: { kind: "tested", label, answer } });
}

async function sync({ rows: [account], caller, reload }: ActionTools<CarrierAccount>, language: Language, open: Open): Promise<void> {
  if (account === undefined) return;
  const { carrier_account_uuid, label } = account;
  const answer = await caller.client.call(syncChannels, { carrier_account_uuid, language });
  reload();
  open({ kind: "result", result: { kind: "synced", label, answer } });
}

function createActions(open: Open, language: Language): Action<CarrierAccount>[] {
  const openFor =
    (kind: "edit" | "remove") =>
    ({ rows: [account] }: ActionTools<CarrierAccount>) => {
      if (account !== undefined) open({ kind, account });
    };
  return [
    {
      id: "new",
      label: "carrierAccounts.action.new",
      needs: "none",
      shortcut: "n",
      isPrimary: true,
      rule: carrierAccountsActions.create,
      perform: () => open({ kind: "new" }),
    },
    { id: "edit", label: "carrierAccounts.action.edit", needs: "one", rule: carrierAccountsActions.edit, perform: openFor("edit") },
    {
      id: "test",
      label: "carrierAccounts.action.test",
      needs: "one",
      rule: carrierAccountsActions.test,
      perform: (tools) => testAccount(tools, open),
    },
    {
      id: "sync",
      label: "carrierAccounts.action.sync",
      needs: "one",
      rule: carrierAccountsActions.sync,
      perform: (tools) => sync(tools, language, open),
    },
    {
      id: "enable",
      label: "carrierAccounts.action.enable",
      needs: "one",
      rule: carrierAccountsActions.enable,
      perform: (tools) => setEnabled(tools, true),
    },
    {
      id: "disable",
      label: "carrierAccounts.action.disable",
      needs: "one",
      isDangerous: true,
      confirm: "carrierAccounts.confirmDisable",
      rule: carrierAccountsActions.disable,
      perform: (tools) => setEnabled(tools, false),
    },
    {
      id: "remove",
      label: "carrierAccounts.action.remove",
      needs: "one",
      isDangerous: true,
      rule: carrierAccountsActions.remove,
      perform: openFor("remove"),
    },
  ];
}

/**
 * The provider's carrier accounts.
 * @param open opens a dialog in front of the list
 * @param language names the channels that are added
 */
export function carrierAccountsList(open: Open, language: Language) {
  return defineList({
    name: "carrierAccounts.list",
    call: listCarrierAccounts,
    title: "carrierAccounts.title",
    rowKey: ({ carrier_account_uuid }) => carrier_account_uuid,
    cardTitle: "label",
    secondLine: ["api", "channels"],
    columns: [
      { id: "label", title: "carrierAccounts.column.label", text: ({ label }) => label },
      {
        id: "status",
        title: "carrierAccounts.column.status",
        text: ({ is_enabled }, { t }) => t(is_enabled ? "carrierAccounts.status.enabled" : "carrierAccounts.status.disabled"),
        render: ({ is_enabled }, { t }) => (
          <StatusTag
            tone={is_enabled ? "good" : "quiet"}
            text={t(is_enabled ? "carrierAccounts.status.enabled" : "carrierAccounts.status.disabled")}
          />
        ),
      },
      { id: "api", title: "carrierAccounts.column.api", text: ({ api_name }, { t }) => t(`carrierAccounts.api.${api_name}`) },
      { id: "client", title: "carrierAccounts.column.client", text: ({ parameters }) => parameters?.client_id ?? "" },
      { id: "token", title: "carrierAccounts.column.token", text: formatToken },
      {
        id: "channels",
        title: "carrierAccounts.column.channels",
        align: "end",
        text: ({ channel_count }, { locale }) => formatNumber(channel_count, locale),
      },
    ],
    filters: [
      { field: "label", label: "carrierAccounts.column.label", kind: "text" },
      {
        field: "api_name",
        label: "carrierAccounts.column.api",
        kind: "choice",
        options: carrierApiNames.map((value) => ({ value, text: `carrierAccounts.api.${value}` as const })),
      },
      {
        field: "is_enabled",
        label: "carrierAccounts.column.status",
        kind: "choice",
        options: [
          { value: "true", text: "carrierAccounts.status.enabled" },
          { value: "false", text: "carrierAccounts.status.disabled" },
        ],
      },
    ],
    actions: createActions(open, language),
    onOpen: (account, { caller }) => {
      if (isPermitted(carrierAccountsActions.edit, caller)) open({ kind: "edit", account });
    },
    empty: { text: "carrierAccounts.empty", action: "new" },
  });
}
