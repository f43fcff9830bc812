import { listText, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { CatalogueItem } from "./catalogue.contract.ts";
import { listItems, setItemStatus } from "./catalogue.contract.ts";
import { itemStatuses } from "./catalogue.rules.ts";
import { itemTones } from "./catalogue-words.rules.ts";
import { availableColumn, cardTitle, itemColumn, listedColumn, mainPicture, skusColumn, performEach } from "./item-columns.tsx";
import { formatSpan } from "./catalogue-words.rules.ts";
import { catalogueActions } from "./catalogue.actions.ts";

const mostAtOnce = 200;

/** Where the list links to. */
export interface ItemsOptions {
  readonly show: (itemUuid: string) => void;
  readonly add: () => void;
  readonly tiers: () => void;
}

async function setStatus(tools: ActionTools<CatalogueItem>, status: "listed" | "withdrawn"): Promise<BatchResult> {
  const { client } = tools.caller;
  return performEach(tools, {
    most: mostAtOnce,
    id: ({ item_uuid }) => item_uuid,
    perform: (part) => client.call(setItemStatus, { item_uuids: part.map(({ item_uuid }) => item_uuid), status }, { isQuiet: true }),
  });
}

function formatPrices({ list_prices }: CatalogueItem, tools: CellTools): string {
  return listText(
    list_prices.map(({ currency, from_cents, until_cents }) => formatSpan([from_cents, until_cents], currency, tools)),
    tools.locale,
  );
}

const columns: readonly Column<CatalogueItem>[] = [
  {
    id: "status",
    title: "catalogue.column.status",
    text: ({ status }, { t }) => t(`catalogue.status.${status}`),
    render: ({ status }, { t }) => <StatusTag tone={itemTones[status]} text={t(`catalogue.status.${status}`)} />,
  },
  { id: "prices", title: "catalogue.column.listPrice", text: formatPrices, maxWidthPx: 240 },
  availableColumn,
  {
    id: "claims",
    title: "catalogue.column.claims",
    align: "end",
    text: ({ claim_count }, { locale }) => formatNumber(claim_count, locale),
  },
  skusColumn,
  listedColumn,
];

function createActions({ add, tiers }: ItemsOptions): Action<CatalogueItem>[] {
  return [
    {
      id: "add",
      label: "catalogue.action.add",
      needs: "none",
      isPrimary: true,
      shortcut: "n",
      rule: catalogueActions.add,
      perform: add,
    },
    { id: "tiers", label: "catalogue.action.tiers", needs: "none", rule: catalogueActions.tiers, perform: tiers },
    {
      id: "list",
      label: "catalogue.action.list",
      needs: "some",
      rule: catalogueActions.list,
      perform: (tools) => setStatus(tools, "listed"),
    },
    {
      id: "withdraw",
      label: "catalogue.action.withdraw",
      needs: "some",
      confirm: "catalogue.confirm.withdraw",
      rule: catalogueActions.withdraw,
      perform: (tools) => setStatus(tools, "withdrawn"),
    },
  ];
}

/** The provider's own goods for sale. */
export function itemsList(ways: ItemsOptions) {
  return defineList({
    name: "catalogue.items",
    call: listItems,
    title: "navigation.catalogue",
    rowKey: ({ item_uuid }) => item_uuid,
    cardTitle,
    picture: mainPicture,
    columns: [itemColumn({ title: "catalogue.column.item", sort: "title" }), ...columns],
    filters: [
      { field: "search", label: "catalogue.filter.search", kind: "text", placeholder: "catalogue.filter.searchHint" },
      {
        field: "status",
        label: "catalogue.column.status",
        kind: "choice",
        options: itemStatuses.map((value) => ({ value, text: `catalogue.status.${value}` as const })),
      },
    ],
    actions: createActions(ways),
    onOpen: ({ item_uuid }) => ways.show(item_uuid),
    empty: { text: "catalogue.empty", action: "add" },
  });
}
