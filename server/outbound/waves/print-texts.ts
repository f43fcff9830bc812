import type { Language } from "#src/kit/lib/languages.ts";
import type { WaveKind } from "#src/outbound/waves/waves.rules.ts";

/** The texts of printed pick lists and packing slips. */
interface WavePrintTexts {
  pickLists(wave: string): string;
  packingSlips(wave: string): string;
  tour(number: number, metres: string): string;
  order(number: string, place: string): string;
  place(tour: number, slot: number | null): string;
  readonly facts: Readonly<Record<"warehouse" | "kind" | "strategy" | "orders" | "pieces", string>>;
  readonly kinds: Readonly<Record<WaveKind, string>>;
  readonly columns: Readonly<Record<"stop" | "location" | "sku" | "product" | "lot" | "pieces" | "place" | "order", string>>;
  readonly sum: string;
}

const english: WavePrintTexts = {
  pickLists: (wave) => `Pick lists of wave ${wave}`,
  packingSlips: (wave) => `Packing slips of wave ${wave}`,
  tour: (number, metres) => `Tour ${number} · ${metres} m`,
  order: (number, place) => (place === "" ? number : `${number} · ${place}`),
  place: (tour, slot) => (slot === null ? `tour ${tour}` : `tour ${tour}, place ${slot}`),
  facts: { warehouse: "Warehouse", kind: "Kind", strategy: "Strategy", orders: "Orders", pieces: "Pieces" },
  kinds: {
    single_piece: "Single piece",
    single_item: "Single item",
    burst: "Burst",
    cart: "Cart",
    wall: "Wall",
    bulk: "Bulk",
  },
  columns: {
    stop: "#",
    location: "Location",
    sku: "SKU",
    product: "Product",
    lot: "Lot",
    pieces: "Pieces",
    place: "Place",
    order: "Order",
  },
  sum: "Total",
};

const chinese: WavePrintTexts = {
  pickLists: (wave) => `波次 ${wave} 拣货单`,
  packingSlips: (wave) => `波次 ${wave} 装箱单`,
  tour: (number, metres) => `拣货路线 ${number} · ${metres} 米`,
  order: (number, place) => (place === "" ? number : `${number} · ${place}`),
  place: (tour, slot) => (slot === null ? `路线 ${tour}` : `路线 ${tour}，格位 ${slot}`),
  facts: { warehouse: "仓库", kind: "类型", strategy: "策略", orders: "订单", pieces: "件数" },
  kinds: {
    single_piece: "单品单件",
    single_item: "单品多件",
    burst: "爆款单品",
    cart: "多品边拣边分",
    wall: "多品先拣后分",
    bulk: "大宗",
  },
  columns: {
    stop: "序号",
    location: "库位",
    sku: "SKU",
    product: "商品",
    lot: "批次",
    pieces: "件数",
    place: "格位",
    order: "订单",
  },
  sum: "合计",
};

export const wavePrintTexts: Record<Language, WavePrintTexts> = { en_us: english, zh_cn: chinese };
