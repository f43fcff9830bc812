import type { Language } from "#src/kit/lib/languages.ts";
import type { LoadState } from "#src/outbound/shipping-notices/shipping-notices.rules.ts";

/** The texts of printed packing lists, load plans and lists of shipped orders. */
interface NoticePrintTexts {
  packingList(order: string): string;
  readonly boxes: string;
  readonly goods: string;
  readonly loadPlan: string;
  readonly byOrder: string;
  readonly byChannel: string;
  readonly shipped: string;
  readonly sum: string;
  readonly facts: Readonly<
    Record<"retailer" | "reference" | "warehouse" | "channel" | "destination" | "boxes" | "weight" | "volume" | "day" | "period", string>
  >;
  readonly columns: Readonly<
    Record<
      | "box"
      | "parcel"
      | "sku"
      | "product"
      | "lot"
      | "pieces"
      | "kilograms"
      | "size"
      | "waybill"
      | "order"
      | "owner"
      | "warehouse"
      | "channel"
      | "day"
      | "orders"
      | "boxes"
      | "volume"
      | "shippedAt"
      | "boxesOfOrder"
      | "waybills"
      | "trackings"
      | LoadState,
      string
    >
  >;
}

const english: NoticePrintTexts = {
  packingList: (order) => `Packing list ${order}`,
  boxes: "Boxes",
  goods: "All goods",
  loadPlan: "Load plan",
  byOrder: "By order",
  byChannel: "By channel",
  shipped: "Shipped orders",
  sum: "Total",
  facts: {
    retailer: "Retailer",
    reference: "Reference",
    warehouse: "Warehouse",
    channel: "Channel",
    destination: "Destination",
    boxes: "Boxes",
    weight: "Weight",
    volume: "Volume",
    day: "Ship date",
    period: "Period (UTC)",
  },
  columns: {
    box: "Box",
    parcel: "Parcel",
    sku: "SKU",
    product: "Product",
    lot: "Lot",
    pieces: "Pieces",
    kilograms: "kg",
    size: "L × W × H (cm)",
    waybill: "Waybill",
    order: "Order",
    owner: "Retailer",
    warehouse: "Warehouse",
    channel: "Channel",
    day: "Ship date",
    orders: "Orders",
    boxes: "Boxes",
    volume: "m³",
    shippedAt: "Shipped (UTC)",
    boxesOfOrder: "Boxes of the order",
    waybills: "Waybill numbers",
    trackings: "Tracking numbers",
    open: "Not ready",
    ready: "Ready",
    loaded: "Loaded",
    shipped: "Shipped",
  },
};

const chinese: NoticePrintTexts = {
  packingList: (order) => `装箱单 ${order}`,
  boxes: "箱子明细",
  goods: "商品汇总",
  loadPlan: "装车计划",
  byOrder: "按订单",
  byChannel: "按渠道",
  shipped: "已发货订单",
  sum: "合计",
  facts: {
    retailer: "分销商",
    reference: "客户单号",
    warehouse: "仓库",
    channel: "渠道",
    destination: "目的地",
    boxes: "箱数",
    weight: "重量",
    volume: "体积",
    day: "发货日期",
    period: "时间范围（UTC）",
  },
  columns: {
    box: "箱号",
    parcel: "包裹号",
    sku: "SKU",
    product: "商品",
    lot: "批次",
    pieces: "件数",
    kilograms: "千克",
    size: "长×宽×高（cm）",
    waybill: "面单号",
    order: "订单",
    owner: "分销商",
    warehouse: "仓库",
    channel: "渠道",
    day: "发货日期",
    orders: "订单数",
    boxes: "箱数",
    volume: "立方米",
    shippedAt: "发货时间（UTC）",
    boxesOfOrder: "订单总箱数",
    waybills: "面单号",
    trackings: "跟踪号",
    open: "未就绪",
    ready: "待装车",
    loaded: "已装车",
    shipped: "已发货",
  },
};

export const noticePrintTexts: Record<Language, NoticePrintTexts> = { en_us: english, zh_cn: chinese };
