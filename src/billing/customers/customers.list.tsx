import { clientTexts } from "#src/kit/api/client-texts.ts";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import { copyText } from "#src/kit/ui/copy-text.ts";
import type { Action, ActionTools, BatchResult, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { formatAmount } from "#src/kit/lib/money.ts";
import { getCustomers, setCustomersBlocked } from "./customers.contract.ts";
import type { Customer } from "./customers.contract.ts";
import { formatCard, formatValue } from "./customers-words.rules.ts";
import { customersActions } from "./customers.actions.ts";

const mostAtOnce = 200;

/** Where the list links to, and what it needs for that. */
export interface CustomersOptions {
  readonly show: (customer: Customer) => void;
  readonly support: (customer: Customer) => void;
  /** opens the retailer's goods; null if the user may not see them */
  readonly goods: ((customer: Customer) => void) | null;
  readonly countryName: (code: string) => string;
  /** the address where retailers sign up */
  readonly signUpAddress: string;
}

async function setBlocked({ rows, caller: { client }, reload }: ActionTools<Customer>, blocked: boolean): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: mostAtOnce,
    id: ({ retailer_uuid }) => retailer_uuid,
    label: ({ name }) => name,
    perform: (part) =>
      client.call(setCustomersBlocked, { retailer_uuids: part.map(({ retailer_uuid }) => retailer_uuid), blocked }, { isQuiet: true }),
  });
  reload();
  return result;
}

async function copyAddress({ t }: ActionTools<Customer>, address: string): Promise<void> {
  const { show } = useToasts.getState();
  if (await copyText(address)) show("good", t("customers.copied"));
  else show("bad", clientTexts.copyFailed[useAppearance.getState().language]);
}

function createGoodsAction(show: (customer: Customer) => void): Action<Customer> {
  return {
    id: "goods",
    label: "customers.action.goods",
    needs: "one",
    perform: ({ rows: [customer] }) => {
      if (customer !== undefined) show(customer);
    },
  };
}

function createActions({ support, goods, signUpAddress }: CustomersOptions): Action<Customer>[] {
  return [
    { id: "copy", label: "customers.action.copy", needs: "none", perform: (tools) => copyAddress(tools, signUpAddress) },
    {
      id: "support",
      label: "customers.action.support",
      needs: "one",
      shortcut: "s",
      rule: customersActions.support,
      perform: ({ rows: [customer] }) => {
        if (customer !== undefined) support(customer);
      },
    },
    ...(goods === null ? [] : [createGoodsAction(goods)]),
    {
      id: "block",
      label: "customers.action.block",
      needs: "some",
      isDangerous: true,
      confirm: "customers.confirm.block",
      rule: customersActions.block,
      perform: (tools) => setBlocked(tools, true),
    },
    {
      id: "let-in",
      label: "customers.action.letIn",
      needs: "some",
      confirm: "customers.confirm.letIn",
      rule: customersActions.letIn,
      perform: (tools) => setBlocked(tools, false),
    },
  ];
}

const figures: readonly Column<Customer>[] = [
  {
    id: "balance",
    title: "customers.column.balance",
    align: "end",
    sort: "balance",
    text: ({ balance_cents, wallet_currency }, { locale }) => formatAmount(balance_cents, wallet_currency, locale),
  },
  {
    id: "rate-card",
    title: "customers.column.rateCard",
    text: (customer, { t }) => formatCard(customer, t),
    maxWidthPx: 200,
  },
  { id: "skus", title: "customers.column.skus", align: "end", text: ({ sku_count }, { locale }) => formatNumber(sku_count, locale) },
  { id: "on-hand", title: "customers.column.onHand", align: "end", text: ({ on_hand }, { locale }) => formatNumber(on_hand, locale) },
  { id: "value", title: "customers.column.value", align: "end", text: (customer, { locale }) => formatValue(customer, locale) },
  {
    id: "open-receipts",
    title: "customers.column.openReceipts",
    align: "end",
    text: ({ open_receipts }, { locale }) => formatNumber(open_receipts, locale),
  },
  {
    id: "last-receipt",
    title: "customers.column.lastReceipt",
    text: ({ last_receipt_at }, { locale }) => (last_receipt_at === "" ? "" : formatDay(last_receipt_at, locale)),
  },
];

/** The provider's retailers. */
export function customersList(ways: CustomersOptions) {
  return defineList({
    name: "customers.list",
    call: getCustomers,
    title: "navigation.customer",
    rowKey: ({ retailer_uuid }) => retailer_uuid,
    cardTitle: "name",
    secondLine: ["balance", "on-hand", "rate-card"],
    columns: [
      { id: "name", title: "customers.column.name", sort: "name", text: ({ name }) => name, maxWidthPx: 280 },
      {
        id: "state",
        title: "customers.column.state",
        text: ({ is_blocked }, { t }) => t(is_blocked ? "customers.state.blocked" : "customers.state.active"),
        render: ({ is_blocked }, { t }) =>
          is_blocked ? (
            <StatusTag tone="bad" text={t("customers.state.blocked")} />
          ) : (
            <StatusTag tone="good" text={t("customers.state.active")} />
          ),
      },
      {
        id: "country",
        title: "customers.column.country",
        isHidden: true,
        text: ({ country_code }) => ways.countryName(country_code),
        maxWidthPx: 200,
      },
      {
        id: "since",
        title: "customers.column.since",
        sort: "since",
        isHidden: true,
        text: ({ since }, { locale }) => formatDay(since, locale),
      },
      ...figures,
    ],
    filters: [
      { field: "search", label: "customers.column.name", kind: "text" },
      {
        field: "blocked",
        label: "customers.column.state",
        kind: "choice",
        options: [
          { value: "false", text: "customers.state.active" },
          { value: "true", text: "customers.state.blocked" },
        ],
      },
      {
        field: "owes",
        label: "customers.column.balance",
        kind: "choice",
        options: [
          { value: "true", text: "customers.owes.yes" },
          { value: "false", text: "customers.owes.no" },
        ],
      },
    ],
    actions: createActions(ways),
    onOpen: ways.show,
    empty: { text: "customers.empty", action: "copy" },
  });
}
