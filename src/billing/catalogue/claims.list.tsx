import { formatDay, formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { getClaimState, claimTones, getSpan } from "./catalogue-words.rules.ts";
import type { Claim } from "./claims.contract.ts";
import { agreeToPrices, claimItems, listClaims, withdrawClaims } from "./claims.contract.ts";
import { availableColumn, cardTitle, itemColumn, mainPicture, performEach } from "./item-columns.tsx";
import { formatSpan } from "./catalogue-words.rules.ts";
import { mostClaimedAtOnce, toSeenPrices } from "./seen-prices.rules.ts";
import { catalogueActions } from "./catalogue.actions.ts";

const mostAtOnce = 200;

interface CallMutation {
  readonly most: number;
  readonly perform: (rows: readonly Claim[]) => Promise<unknown>;
}

function callEach(tools: ActionTools<Claim>, deed: CallMutation): Promise<BatchResult> {
  return performEach(tools, { id: ({ claim_uuid }) => claim_uuid, ...deed });
}

function formatMargin({ variants }: Claim, { t, locale }: CellTools): string {
  const span = getSpan(variants.map(({ margin_percent }) => margin_percent));
  if (span === null) return "";
  const from = t("catalogue.percent", { percent: formatNumber(span.from, locale) });
  if (span.from === span.until) return from;
  return t("catalogue.span", { from, until: t("catalogue.percent", { percent: formatNumber(span.until, locale) }) });
}

const columns: readonly Column<Claim>[] = [
  {
    id: "state",
    title: "catalogue.column.state",
    text: (claim, { t }) => t(`catalogue.claim.state.${getClaimState(claim)}`),
    render: (claim, { t }) => (
      <StatusTag tone={claimTones[getClaimState(claim)]} text={t(`catalogue.claim.state.${getClaimState(claim)}`)} />
    ),
  },
  {
    id: "cost",
    title: "catalogue.column.cost",
    align: "end",
    maxWidthPx: 240,
    text: ({ variants, currency }, tools) =>
      formatSpan(
        variants.map(({ price_cents }) => price_cents),
        currency,
        tools,
      ),
  },
  {
    id: "sale",
    title: "catalogue.column.sale",
    align: "end",
    maxWidthPx: 240,
    text: ({ variants, sale_currency }, tools) =>
      formatSpan(
        variants.map(({ sale_price_cents }) => sale_price_cents),
        sale_currency,
        tools,
      ),
  },
  { id: "margin", title: "catalogue.column.margin", align: "end", text: formatMargin },
  availableColumn,
  { id: "since", title: "catalogue.column.since", text: ({ created_at }, { locale }) => formatDay(created_at, locale) },
];

const actions: readonly Action<Claim>[] = [
  {
    id: "agree",
    label: "catalogue.action.agree",
    needs: "some",
    confirm: "catalogue.confirm.agree",
    rule: catalogueActions.agree,
    perform: (tools) =>
      callEach(tools, {
        most: 1,
        perform: async ([claim]) => {
          if (claim === undefined) return;
          await tools.caller.client.call(agreeToPrices, { claim_uuid: claim.claim_uuid, seen: toSeenPrices([claim]) }, { isQuiet: true });
        },
      }),
  },
  {
    id: "give-up",
    label: "catalogue.action.giveUp",
    needs: "some",
    confirm: "catalogue.confirm.giveUp",
    rule: catalogueActions.giveUp,
    perform: (tools) =>
      callEach(tools, {
        most: mostAtOnce,
        perform: (part) =>
          tools.caller.client.call(withdrawClaims, { claim_uuids: part.map(({ claim_uuid }) => claim_uuid) }, { isQuiet: true }),
      }),
  },
  {
    id: "take-up",
    label: "catalogue.action.takeUp",
    needs: "some",
    rule: catalogueActions.takeUp,
    perform: (tools) =>
      callEach(tools, {
        most: mostClaimedAtOnce,
        perform: (part) => {
          const item_uuids = part.map(({ item_uuid }) => item_uuid);
          return tools.caller.client.call(claimItems, { item_uuids, seen: toSeenPrices(part) }, { isQuiet: true });
        },
      }),
  },
];

/** The supplier's goods that a retailer sells. @param show opens one */
export function claimsList(show: (claimUuid: string) => void) {
  return defineList({
    name: "catalogue.claims",
    call: listClaims,
    title: "catalogue.tab.claims",
    rowKey: ({ claim_uuid }) => claim_uuid,
    cardTitle,
    picture: mainPicture,
    columns: [itemColumn({ title: "catalogue.column.ownTitle" }), ...columns],
    filters: [
      { field: "search", label: "catalogue.filter.search", kind: "text", placeholder: "catalogue.filter.offersHint" },
      {
        field: "status",
        label: "catalogue.column.state",
        kind: "choice",
        options: [
          { value: "active", text: "catalogue.claim.status.active" },
          { value: "withdrawn", text: "catalogue.claim.status.withdrawn" },
        ],
      },
    ],
    actions,
    onOpen: ({ claim_uuid }) => show(claim_uuid),
    empty: { text: "catalogue.claim.none" },
  });
}
