import type { ActionTools, BatchResult, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import type { Offer } from "./claims.contract.ts";
import { claimItems, listOffers } from "./claims.contract.ts";
import { availableColumn, cardTitle, itemColumn, listedColumn, mainPicture, skusColumn, performEach } from "./item-columns.tsx";
import { formatSpan } from "./catalogue-words.rules.ts";
import { mostClaimedAtOnce, toSeenPrices } from "./seen-prices.rules.ts";
import { catalogueActions } from "./catalogue.actions.ts";

async function claim(tools: ActionTools<Offer>): Promise<BatchResult> {
  const { client } = tools.caller;
  return performEach(tools, {
    most: mostClaimedAtOnce,
    id: ({ item_uuid }) => item_uuid,
    perform: (part) =>
      client.call(claimItems, { item_uuids: part.map(({ item_uuid }) => item_uuid), seen: toSeenPrices(part) }, { isQuiet: true }),
  });
}

function formatCost({ variants, currency }: Offer, tools: CellTools): string {
  const prices = variants.map(({ price_cents }) => price_cents);
  return formatSpan(prices, currency, tools) || tools.t("catalogue.offer.noPrice");
}

const columns: readonly Column<Offer>[] = [
  { id: "cost", title: "catalogue.column.cost", text: formatCost, align: "end", maxWidthPx: 240 },
  availableColumn,
  {
    id: "claimed",
    title: "catalogue.column.claimed",
    text: ({ is_claimed }, { t }) => t(is_claimed ? "catalogue.offer.claimed" : "catalogue.offer.free"),
    render: ({ is_claimed }, { t }) =>
      is_claimed ? (
        <StatusTag tone="good" text={t("catalogue.offer.claimed")} />
      ) : (
        <StatusTag tone="quiet" text={t("catalogue.offer.free")} />
      ),
  },
  skusColumn,
  listedColumn,
];

/** The goods that the supplier offers. @param show opens one */
export function offersList(show: (offer: Offer) => void) {
  return defineList({
    name: "catalogue.offers",
    call: listOffers,
    title: "catalogue.tab.offers",
    rowKey: ({ item_uuid }) => item_uuid,
    cardTitle,
    picture: mainPicture,
    columns: [itemColumn({ title: "catalogue.column.item" }), ...columns],
    filters: [
      { field: "search", label: "catalogue.filter.search", kind: "text", placeholder: "catalogue.filter.offersHint" },
      {
        field: "claimed",
        label: "catalogue.column.claimed",
        kind: "choice",
        options: [
          { value: "true", text: "catalogue.offer.claimed" },
          { value: "false", text: "catalogue.offer.free" },
        ],
      },
    ],
    actions: [
      {
        id: "claim",
        label: "catalogue.action.claim",
        needs: "some",
        shortcut: "c",
        rule: catalogueActions.claim,
        perform: claim,
      },
    ],
    onOpen: show,
    empty: { text: "catalogue.offer.none" },
  });
}
