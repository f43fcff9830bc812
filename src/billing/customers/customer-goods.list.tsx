import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { getProviderInput } from "#src/kit/api/call-hooks.tsx";
import { listVariants, variantStates } from "#src/warehouse/goods/goods.contract.ts";
import { formatNumber } from "#src/kit/lib/formats.ts";
import { mainFigures } from "#src/warehouse/stock/stock-words.rules.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";

/**
 * A retailer's SKUs with their stock.
 * @param show opens a product; null if the user may not see it
 */
export function customerGoodsList(caller: Caller, ownerUuid: string, show: ((productUuid: string) => void) | null) {
  return defineList({
    name: "customers.goods",
    call: listVariants,
    title: "customers.tab.goods",
    rowKey: ({ variant_uuid }) => variant_uuid,
    cardTitle: "product",
    columns: [
      { id: "product", title: "goods.column.product", text: ({ product_title }) => product_title, maxWidthPx: 280 },
      { id: "sku", title: "goods.column.sku", sort: "sku", text: ({ sku }) => sku, maxWidthPx: 200 },
      { id: "variant", title: "goods.column.variant", text: ({ title }) => title, maxWidthPx: 160 },
      ...mainFigures.map((figure) => ({
        id: figure,
        title: `stock.column.${figure}` as const,
        align: "end" as const,
        text: ({ stock }: { stock: Record<typeof figure, number> }, { locale }: { locale: string }) => formatNumber(stock[figure], locale),
      })),
    ],
    filters: [
      { field: "search", label: "goods.filter.search", kind: "text", placeholder: "goods.filter.searchHint" },
      {
        field: "state",
        label: "goods.filter.state",
        kind: "choice",
        options: variantStates.map((value) => ({ value, text: `goods.state.${value}` as const })),
      },
    ],
    ...(show === null ? {} : { onOpen: ({ product_uuid }: { product_uuid: string }) => show(product_uuid) }),
    empty: { text: "customers.noGoods" },
    input: { ...getProviderInput(caller), owner_uuid: ownerUuid },
  });
}
