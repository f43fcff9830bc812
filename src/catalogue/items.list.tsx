import { mayCall } from "#src/api/caller.tsx";
import { rowByRow } from "#src/api/row-by-row.ts";
import { dayText, listText, numberText } from "#src/lib/wording.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/ui/list/list-definition.ts";
import { defineList } from "#src/ui/list/list-definition.ts";
import { StatusTag } from "#src/ui/status-tag.tsx";
import type { CatalogueItem } from "./catalogue.contract.ts";
import { addItems, listItems, savePriceTier, setItemStatus } from "./catalogue.contract.ts";
import { itemStatuses } from "./catalogue.rules.ts";
import { itemTones } from "./catalogue-words.rules.ts";
import { Thumb, Titled, pictureBesidePx } from "./pictures.tsx";
import { spanText } from "./price-words.ts";

const mostAtOnce = 200;

/** Where the list leads. */
export interface ItemWays {
  readonly show: (itemUuid: string) => void;
  readonly add: () => void;
  readonly tiers: () => void;
}

async function setStatus(tools: ActionTools<CatalogueItem>, status: "listed" | "withdrawn"): Promise<BatchResult> {
  const { rows, caller, reload } = tools;
  const result = await rowByRow({
    rows,
    most: mostAtOnce,
    id: ({ item_uuid }) => item_uuid,
    label: ({ title }) => title,
    perform: (part) => caller.client.call(setItemStatus, { item_uuids: part.map(({ item_uuid }) => item_uuid), status }, { isQuiet: true }),
  });
  reload();
  return result;
}

function pricesText({ list_prices }: CatalogueItem, tools: CellTools): string {
  return listText(
    list_prices.map(({ currency, from_cents, until_cents }) => spanText([from_cents, until_cents], currency, tools)),
    tools.locale,
  );
}

const availableOf = ({ variants }: CatalogueItem) => variants.reduce((sum, { available }) => sum + available, 0);

const columns: readonly Column<CatalogueItem>[] = [
  {
    id: "status",
    title: "catalogue.column.status",
    text: ({ status }, { t }) => t(`catalogue.status.${status}`),
    render: ({ status }, { t }) => <StatusTag tone={itemTones[status]} text={t(`catalogue.status.${status}`)} />,
  },
  { id: "prices", title: "catalogue.column.listPrice", text: pricesText, maxWidthPx: 240 },
  { id: "available", title: "catalogue.column.available", align: "end", text: (item, { locale }) => numberText(availableOf(item), locale) },
  {
    id: "claims",
    title: "catalogue.column.claims",
    align: "end",
    text: ({ claim_count }, { locale }) => numberText(claim_count, locale),
  },
  {
    id: "skus",
    title: "catalogue.column.skus",
    maxWidthPx: 160,
    text: ({ variants }, { locale }) =>
      listText(
        variants.map(({ sku }) => sku),
        locale,
      ),
  },
  {
    id: "listed",
    title: "catalogue.column.listedSince",
    text: ({ status, listed_at }, { locale }) => (status === "listed" && listed_at !== "" ? dayText(listed_at, locale) : ""),
  },
];

function actions({ add, tiers }: ItemWays): Action<CatalogueItem>[] {
  return [
    {
      id: "add",
      label: "catalogue.action.add",
      needs: "none",
      isPrimary: true,
      shortcut: "n",
      allowed: (caller) => mayCall(caller, addItems),
      perform: add,
    },
    { id: "tiers", label: "catalogue.action.tiers", needs: "none", allowed: (caller) => mayCall(caller, savePriceTier), perform: tiers },
    {
      id: "list",
      label: "catalogue.action.list",
      needs: "some",
      allowed: (caller) => mayCall(caller, setItemStatus),
      fits: ({ status }) => status !== "listed",
      perform: (tools) => setStatus(tools, "listed"),
    },
    {
      id: "withdraw",
      label: "catalogue.action.withdraw",
      needs: "some",
      confirm: "catalogue.confirm.withdraw",
      allowed: (caller) => mayCall(caller, setItemStatus),
      fits: ({ status }) => status === "listed",
      perform: (tools) => setStatus(tools, "withdrawn"),
    },
  ];
}

/** The provider's own goods for sale. @param isNarrow cards have their picture on a line of its own */
export function itemsList(ways: ItemWays, isNarrow: boolean) {
  const title: Column<CatalogueItem> = {
    id: "item",
    title: "catalogue.column.item",
    sort: "title",
    maxWidthPx: 280,
    drawnPx: pictureBesidePx,
    text: (item) => item.title,
    render: (item) => <Titled title={item.title} images={item.images} />,
  };
  const picture: Column<CatalogueItem> = {
    id: "picture",
    title: "catalogue.column.picture",
    text: () => "",
    render: ({ images }) => <Thumb images={images} />,
  };
  return defineList({
    name: "catalogue.items",
    call: listItems,
    title: "places.catalogue",
    rowKey: ({ item_uuid }) => item_uuid,
    cardTitle: "item",
    columns: isNarrow ? [title, picture, ...columns] : [title, ...columns],
    filters: [
      { field: "search", label: "catalogue.filter.search", kind: "text", placeholder: "catalogue.filter.searchHint" },
      {
        field: "status",
        label: "catalogue.column.status",
        kind: "choice",
        options: itemStatuses.map((value) => ({ value, text: `catalogue.status.${value}` as const })),
      },
    ],
    actions: actions(ways),
    onOpen: ({ item_uuid }) => ways.show(item_uuid),
    empty: { text: "catalogue.empty", action: "add" },
  });
}
