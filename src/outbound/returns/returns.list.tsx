import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { formatInstantBriefly, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { returnTones } from "./return-words.rules.ts";
import type { returnTabs } from "./returns-search.rules.ts";
import { returnActions } from "./returns.actions.ts";
import { listReturns } from "./returns.contract.ts";
import type { ReturnRow } from "./returns.contract.ts";
import { returnStatuses } from "./returns.machine.ts";
import { returnReasons } from "./returns.rules.ts";

function buildColumns(isStaff: boolean, isTrackingShown: boolean): Column<ReturnRow>[] {
  const ofStaff: Column<ReturnRow>[] = [
    {
      id: "owner",
      title: "returns.column.owner",
      text: ({ owner_name }, { t }) => (owner_name === "" ? t("returns.nobody") : owner_name),
      maxWidthPx: 180,
    },
  ];
  return [
    { id: "number", title: "returns.column.number", sort: "created", text: ({ return_number }) => return_number },
    {
      id: "status",
      title: "returns.column.status",
      text: ({ status }, { t }) => t(`returns.status.${status}`),
      render: ({ status }, { t }) => <StatusTag tone={returnTones[status]} text={t(`returns.status.${status}`)} />,
    },
    { id: "order", title: "returns.column.order", text: ({ order_number }) => order_number },
    ...(isStaff ? ofStaff : []),
    { id: "reason", title: "returns.column.reason", text: ({ reason }, { t }) => t(`returns.reason.${reason}`), maxWidthPx: 180 },
    {
      id: "expected",
      title: "returns.column.expected",
      align: "end",
      text: ({ expected }, { locale }) => formatNumber(expected, locale),
      brief: ({ expected }, { t, locale }) => t("orders.draft.sumPieces", { count: expected, shown: formatNumber(expected, locale) }),
    },
    { id: "good", title: "returns.column.good", align: "end", text: ({ good }, { locale }) => formatNumber(good, locale) },
    { id: "damaged", title: "returns.column.damaged", align: "end", text: ({ damaged }, { locale }) => formatNumber(damaged, locale) },
    {
      id: "tracking",
      title: "returns.column.tracking",
      text: ({ tracking_number }) => tracking_number,
      maxWidthPx: 200,
      ...(isTrackingShown ? {} : { isHidden: true as const }),
    },
    { id: "created", title: "returns.column.created", text: ({ created_at }, { locale }) => formatInstantBriefly(created_at, locale) },
    {
      id: "arrived",
      title: "returns.column.arrived",
      isHidden: true,
      text: ({ arrived_at }, { locale }) => (arrived_at === "" ? "" : formatInstantBriefly(arrived_at, locale)),
    },
    { id: "warehouse", title: "returns.column.warehouse", text: ({ warehouse_name }) => warehouse_name, maxWidthPx: 160, isHidden: true },
  ];
}

interface ReturnsVariant {
  /** the list's name: views are saved under it */
  readonly name: "returns.list" | "returns.own";
  readonly title: "navigation.returns" | "returns.own";
  readonly tab: (typeof returnTabs)[number];
}

/** What the lists open. */
interface Opens {
  readonly show: (returnUuid: string) => void;
  /** asks what becomes of the pieces of several returns */
  readonly decide: (rows: readonly ReturnRow[]) => void;
}

/** Declares a list of returns: for staff all of them, for a retailer those of its own orders. */
export function returnsList(caller: Caller, { name, title, tab }: ReturnsVariant, { show, decide }: Opens) {
  const isStaff = caller.role !== "dropShipper";
  const decideMany: Action<ReturnRow> = {
    id: "decide",
    label: "returns.step.decide",
    needs: "some",
    shortcut: "d",
    rule: returnActions.decideMany,
    perform: ({ rows }) => decide(rows),
  };
  const isToDo = tab !== "all" && tab !== "expected";
  return defineList({
    name,
    call: listReturns,
    title,
    rowKey: ({ return_uuid }) => return_uuid,
    cardTitle: "number",
    secondLine: ["order", "expected", "owner", "reason"],
    // Staff look for a parcel by its number before it has arrived; afterwards there is room for more.
    columns: buildColumns(isStaff, !isStaff || tab === "expected" || tab === "all"),
    filters: [
      { field: "search", label: "returns.filter.search", kind: "text", placeholder: "returns.filter.searchHint", scans: true },
      // A retailer's list has no tabs: its home page links to what waits for it.
      ...(isStaff
        ? []
        : [
            {
              field: "to_do",
              label: "returns.filter.toDo",
              kind: "choice",
              options: [{ value: "decide", text: "returns.toDo.decideOwn" }],
            } as const,
          ]),
      ...(tab === "all"
        ? [
            {
              field: "status",
              label: "returns.column.status",
              kind: "choice",
              options: returnStatuses.map((value) => ({ value, text: `returns.status.${value}` as const })),
            } as const,
          ]
        : []),
      {
        field: "reason",
        label: "returns.column.reason",
        kind: "choice",
        options: returnReasons.map((value) => ({ value, text: `returns.reason.${value}` as const })),
      },
    ],
    actions: [decideMany],
    ...(isToDo
      ? { input: { to_do: tab, sort: "created" as const } }
      : tab === "expected"
        ? { input: { status: ["expected" as const] } }
        : {}),
    onOpen: ({ return_uuid }) => show(return_uuid),
    empty: { text: isStaff ? "returns.empty" : "returns.emptyOwn" },
  });
}
