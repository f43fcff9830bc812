import "./orders.css";
import { Link, useMatch, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, use, useCallback, useMemo, useState } from "react";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { useCallReload } from "#src/kit/api/use-call-reload.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { List } from "#src/kit/ui/list/list.tsx";
import { Tabs } from "#src/kit/ui/tabs.tsx";
import { ImportDialog } from "#src/warehouse/imports/import-dialog.screen.tsx";
import type { ImportDraft } from "#src/warehouse/imports/imports.contract.ts";
import { AddedTabs, OrderActions, ReadActions } from "./added-actions.ts";
import { useStepDialogs } from "./order-dialogs.tsx";
import type { OrderView } from "./order-view.rules.ts";
import { getKindOfTab, listStatusesOf, parseOrderView, writeOrderView } from "./order-view.rules.ts";
import { kindTabs, listTabs } from "./orders-search.rules.ts";
import type { ListTab } from "./orders-search.rules.ts";
import { ordersReads } from "./orders-reads.contract.ts";
import { OrdersScope } from "./orders-scope.tsx";
import type { OrdersScopeValues } from "./orders-scope.tsx";
import { countOrders } from "./orders.contract.ts";
import { ordersList } from "./orders.list.tsx";
import { openStatuses } from "./orders.machine.ts";
import type { OrderStatus } from "./orders.machine.ts";
import type { OrderKind } from "./orders.rules.ts";
import { orderKinds } from "./orders.rules.ts";

const OrderPage = lazyPart(async () => (await import("./order-page.tsx")).OrderPage);
const OrderEditor = lazyPart(async () => (await import("./order-editor.tsx")).OrderEditor);
const SplitDialog = lazyPart(async () => (await import("./split-dialog.tsx")).SplitDialog);

interface PageProps {
  /** the name of the list: its views are saved under it */
  readonly name: string;
  readonly title: TextKey;
  /** null for both kinds */
  readonly kind: OrderKind | null;
  /** whether steps are taken in the list, or orders are only opened */
  readonly isDesk: boolean;
  /** whether shipping notices have a tab of their own, beside the tabs of states */
  readonly hasNoticesTab?: boolean;
}

/** All orders, and the drafts: before what others add. */
const ownTabs = 2;

const open: ReadonlySet<OrderStatus> = new Set(openStatuses);

/** Returns how many shipping notices are in progress; undefined for none, and where they have no tab. */
function useNoticesCount(hasTab: boolean) {
  const { t, locale } = useTranslation();
  const { data } = useCallQuery(countOrders, { kind: "shipping_notice" }, { enabled: hasTab });
  const count = (data?.result ?? []).reduce((sum, { status, orders }) => sum + (open.has(status) ? orders : 0), 0);
  return count === 0 ? undefined : { of: count, words: t("orders.inProgress", { count, shown: formatNumber(count, locale) }) };
}

/** Tabs without a count: those of all orders, of shipped and of ended ones grow for ever. */
const uncounted: readonly ListTab[] = ["all", "shipped", "ended"];

/** Returns how many orders each tab has. */
function useTabCounts(kind: OrderKind | null) {
  const { t, locale } = useTranslation();
  const { data } = useCallQuery(countOrders, kind === null ? {} : { kind });
  return (tab: ListTab): { of: number; words: string } | undefined => {
    const statuses = listStatusesOf(tab);
    const count = (data?.result ?? []).reduce((sum, { status, orders }) => sum + (statuses.includes(status) ? orders : 0), 0);
    if (uncounted.includes(tab) || count === 0) return undefined;
    return { of: count, words: t("orders.count", { count, shown: formatNumber(count, locale) }) };
  };
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");

/** Links to a draft that an import created. */
const linkDraft = ({ document_uuid, document_number }: ImportDraft) => (
  <Link to="." search={{ order: document_uuid }}>
    {document_number}
  </Link>
);

function OrdersList({ name, title, kind: kindOfPage, isDesk, hasNoticesTab = false, go }: PageProps & { go: (view: OrderView) => void }) {
  const { t } = useTranslation();
  const caller = useCaller();
  const navigate = useNavigate();
  const reload = useCallReload(ordersReads);
  const { ask, dialog } = useStepDialogs();
  const added = use(OrderActions);
  const readActions = use(ReadActions);
  const others = use(AddedTabs);
  const [split, setSplit] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const here = useSearch({ strict: false });
  const tab = listTabs.find((one) => one === here.tab) ?? "all";
  const [owner, warehouse, country] = [toText(here.owner), toText(here.warehouse), toText(here.country)];
  const chosenKind = hasNoticesTab ? kindTabs.find((one) => one === here.tab) : undefined;
  const kind = kindOfPage ?? getKindOfTab(chosenKind);
  const countOf = useTabCounts(kindOfPage ?? orderKinds.find((one) => one === here.kind) ?? null);
  const list = useMemo(
    () =>
      ordersList(
        caller,
        { name, title, kind, isDesk, tab, owner, warehouse, country },
        {
          show: (uuid) => go({ kind: "shown", uuid }),
          edit: (uuid) => go({ kind: "edited", uuid }),
          fresh: () => go({ kind: "new" }),
          // A workbook creates orders of one piece.
          upload: kind === "shipping_notice" ? null : () => setImporting(true),
          split: setSplit,
          ask,
          added: isDesk ? added : readActions,
        },
      ),
    [caller, name, title, kind, isDesk, tab, owner, warehouse, country, go, ask, added, readActions],
  );
  const noticesCount = useNoticesCount(hasNoticesTab);
  const other = others.find(({ value }) => value === here.tab);
  const chooseTab = (chosen: string) =>
    void navigate({
      to: ".",
      // The filter by status is of the tab that is left.
      search: ({ tab: _tab, status: _status, to_do: _toDo, page: _page, ...old }: Record<string, unknown>) =>
        chosen === "all" ? old : { ...old, tab: chosen },
      resetScroll: false,
    });
  const limit = (part: Partial<OrdersScopeValues>) =>
    void navigate({
      to: ".",
      search: ({ page: _page, ...old }: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...old, ...part }).filter(([, value]) => value !== "")),
      resetScroll: false,
    });
  const stateTabs = listTabs.map((value) => ({ value, text: t(`orders.tab.${value}`), count: countOf(value) }));
  const scope = <OrdersScope of={{ owner, warehouse, country }} onChange={limit} />;
  return (
    <div className="stack orders">
      <h1>{t(title)}</h1>
      <Tabs
        label={t("orders.column.status")}
        tabs={[
          ...stateTabs.slice(0, ownTabs),
          // Where the person has to act comes first: at the end it would be out of sight.
          ...others.map((one) => ({ value: one.value, text: t(one.title) })),
          ...stateTabs.slice(ownTabs),
          ...(hasNoticesTab ? kindTabs : []).map((value) => ({ value, text: t(`orders.tab.${value}`), count: noticesCount })),
        ]}
        value={other?.value ?? chosenKind ?? tab}
        onValue={chooseTab}
      >
        {other === undefined ? (
          <List key={`${chosenKind ?? tab} ${owner} ${warehouse} ${country}`} of={list} scope={scope} />
        ) : (
          <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>{other.content}</Suspense>
        )}
      </Tabs>
      {dialog}
      <ImportDialog kind="orders" open={isImporting} onClose={() => setImporting(false)} onPosted={reload} linkDraft={linkDraft} />
      <Suspense fallback={null}>{split !== null && <SplitDialog uuid={split} onDone={reload} onClose={() => setSplit(null)} />}</Suspense>
    </div>
  );
}

/** Each page of orders by its path. */
const pages: Readonly<Record<string, PageProps>> = {
  "/p/p-one-piece-for-shipping": { name: "orders.one-piece", title: "navigation.onePieceForShipping", kind: "one_piece", isDesk: true },
  "/p/p-shipping-notice": { name: "orders.shipping-notices", title: "navigation.shippingNotice", kind: "shipping_notice", isDesk: true },
  "/p/p-list-of-shipping-orders": { name: "orders.shipping-orders", title: "navigation.listOfShippingOrders", kind: null, isDesk: false },
  "/p/order": { name: "orders.all", title: "navigation.order", kind: null, isDesk: false },
};
const ownOrders: PageProps = { name: "orders.own", title: "navigation.order", kind: null, isDesk: true, hasNoticesTab: true };

/** Shows the list of orders of the current path, or the order in the address (`?order=`), to view or edit. */
export function OrdersScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reload = useCallReload(ordersReads);
  // The path of this screen: that of the location is already the next one while a page is left.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/+$/, "") });
  const page = pages[path] ?? ownOrders;
  const here = useSearch({ strict: false });
  const view = parseOrderView(here);
  // A new order of the tab of shipping notices is one.
  const newKind = page.kind ?? (page.hasNoticesTab === true ? getKindOfTab(here.tab) : null) ?? "one_piece";
  const go = useCallback(
    (next: OrderView) => void navigate({ to: ".", search: (old: Record<string, unknown>) => writeOrderView(old, next) }),
    [navigate],
  );
  if (view.kind === "list") return <OrdersList {...page} go={go} />;
  return (
    <Suspense fallback={<p className="quiet">{t("ui.loading")}</p>}>
      {view.kind === "shown" ? (
        <OrderPage key={view.uuid} uuid={view.uuid} go={go} onChanged={reload} />
      ) : (
        <OrderEditor key={view.kind === "new" ? "new" : view.uuid} view={view} kind={newKind} go={go} onChanged={reload} />
      )}
    </Suspense>
  );
}
