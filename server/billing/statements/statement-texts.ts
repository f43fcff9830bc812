import type { Language } from "#src/kit/lib/languages.ts";
import type { ChargeEvent, ChargeKind, QuantityUnit, TopUpMethod } from "#src/billing/wallet/charge-kinds.rules.ts";

type Words<K extends string> = Readonly<Record<K, string>>;

/** The texts of a statement, on paper and in a workbook. */
export interface StatementTexts {
  title(number: string): string;
  readonly draftTitle: string;
  readonly draft: string;
  readonly fileOfDraft: string;
  readonly facts: Words<"provider" | "retailer" | "month" | "currency" | "from" | "to" | "issued" | "due" | "state">;
  /** a moment in a time zone */
  moment(minute: string, timeZone: string): string;
  readonly sections: Words<"sums" | "charges" | "payments">;
  readonly sums: Words<"opening" | "paidIn" | "charged" | "closing">;
  readonly columns: Words<
    | "item"
    | "amount"
    | "kind"
    | "event"
    | "count"
    | "quantity"
    | "unit"
    | "received"
    | "recorded"
    | "method"
    | "text"
    | "day"
    | "entry"
    | "warehouse"
    | "source"
    | "parts"
    | "remark"
  >;
  /** a column's header with the time zone of its times */
  at(header: string, timeZone: string): string;
  readonly total: string;
  readonly kinds: Words<ChargeKind>;
  readonly events: Words<ChargeEvent>;
  readonly units: Words<QuantityUnit>;
  readonly methods: Words<TopUpMethod>;
  readonly entries: Words<"charge" | "chargeBack" | "payment" | "paymentBack">;
  /** a tier's share: quantity and price; `from` is null if it begins at zero */
  part(tier: { readonly from: string | null; readonly isByAge: boolean; readonly quantity: string; readonly price: string }): string;
  readonly betweenParts: string;
}

const english: StatementTexts = {
  title: (number) => `Statement ${number}`,
  draftTitle: "Draft statement",
  draft: "Draft: not issued, its figures may still change",
  fileOfDraft: "draft-statement",
  facts: {
    provider: "Supplier",
    retailer: "Retailer",
    month: "Month",
    currency: "Currency",
    from: "From",
    to: "Until",
    issued: "Issued",
    due: "To be paid",
    state: "State",
  },
  moment: (minute, timeZone) => `${minute} (${timeZone})`,
  sections: { sums: "Summary", charges: "Charges", payments: "Payments" },
  sums: { opening: "Opening balance", paidIn: "Paid in", charged: "Charged", closing: "Closing balance" },
  columns: {
    item: "Item",
    amount: "Amount",
    kind: "Category",
    event: "Charged for",
    count: "Entries",
    quantity: "Quantity",
    unit: "Unit",
    received: "Received on",
    recorded: "Recorded",
    method: "Method",
    text: "Reference",
    day: "Day",
    entry: "Entry",
    warehouse: "Warehouse",
    source: "Receipt",
    parts: "Calculation",
    remark: "Remark",
  },
  at: (header, timeZone) => `${header} (${timeZone})`,
  total: "Total",
  kinds: { storage: "Storage", handling: "Handling", shipping: "Shipping", goods: "Goods", other: "Other" },
  events: {
    storage_piece_day: "Storage by the piece",
    storage_litre_day: "Storage by the litre",
    receiving_piece: "Receiving",
    putaway_piece: "Putting away",
    return_piece: "Returning or scrapping",
    picking_order: "Picking by the order",
    picking_piece: "Picking by the piece",
    packing_parcel: "Packing",
    box_piece: "Boxes",
    consumable_piece: "Consumables",
    label_parcel: "Waybills",
    weighing_parcel: "Weighing",
    bagging_parcel: "Bagging",
    shipped_piece: "Shipping",
    customer_return_piece: "Customer returns",
    restocking_piece: "Restocking",
    goods_piece: "Goods",
    shipping_parcel: "Freight",
    by_hand: "Charged manually",
  },
  units: { pieces: "pieces", pieceDays: "piece-days", litreDays: "litre-days", orders: "orders", parcels: "parcels" },
  methods: { bank: "Bank transfer", card: "Card", cash: "Cash", platform: "Payment service", other: "Other method" },
  entries: { charge: "Charge", chargeBack: "Charge reversed", payment: "Payment", paymentBack: "Payment reversed" },
  part: ({ from, isByAge, quantity, price }) =>
    from === null
      ? `${quantity} × ${price}`
      : isByAge
        ? `here for ${from} days or longer: ${quantity} × ${price}`
        : `after the first ${from} of the month: ${quantity} × ${price}`,
  betweenParts: "; ",
};

const chinese: StatementTexts = {
  title: (number) => `对账单 ${number}`,
  draftTitle: "对账单草稿",
  draft: "草稿：尚未出具，金额可能变动",
  fileOfDraft: "对账单草稿",
  facts: {
    provider: "供应商",
    retailer: "分销商",
    month: "月份",
    currency: "币种",
    from: "起始",
    to: "截止",
    issued: "出具时间",
    due: "应付金额",
    state: "状态",
  },
  moment: (minute, timeZone) => `${minute}（${timeZone}）`,
  sections: { sums: "汇总", charges: "费用", payments: "收款" },
  sums: { opening: "期初余额", paidIn: "收款", charged: "费用", closing: "期末余额" },
  columns: {
    item: "项目",
    amount: "金额",
    kind: "类别",
    event: "计费项目",
    count: "笔数",
    quantity: "数量",
    unit: "单位",
    received: "收款日期",
    recorded: "登记时间",
    method: "方式",
    text: "参考号",
    day: "日期",
    entry: "类型",
    warehouse: "仓库",
    source: "入库单",
    parts: "计费明细",
    remark: "备注",
  },
  at: (header, timeZone) => `${header}（${timeZone}）`,
  total: "合计",
  kinds: { storage: "仓储", handling: "操作", shipping: "发货", goods: "货款", other: "其他" },
  events: {
    storage_piece_day: "按件仓储",
    storage_litre_day: "按体积仓储",
    receiving_piece: "收货",
    putaway_piece: "上架",
    return_piece: "退回或报废",
    picking_order: "按单拣货",
    picking_piece: "按件拣货",
    packing_parcel: "打包",
    box_piece: "纸箱",
    consumable_piece: "耗材",
    label_parcel: "面单",
    weighing_parcel: "称重",
    bagging_parcel: "装袋",
    shipped_piece: "发货",
    customer_return_piece: "买家退货",
    restocking_piece: "退货上架",
    goods_piece: "商品货款",
    shipping_parcel: "运费",
    by_hand: "手工计费",
  },
  units: { pieces: "件", pieceDays: "件·天", litreDays: "升·天", orders: "单", parcels: "包裹" },
  methods: { bank: "银行转账", card: "银行卡", cash: "现金", platform: "支付平台", other: "其他方式" },
  entries: { charge: "费用", chargeBack: "费用冲销", payment: "收款", paymentBack: "收款冲销" },
  part: ({ from, isByAge, quantity, price }) =>
    from === null
      ? `${quantity} × ${price}`
      : isByAge
        ? `在库满 ${from} 天：${quantity} × ${price}`
        : `当月数量超过 ${from} 的部分：${quantity} × ${price}`,
  betweenParts: "；",
};

export const statementTexts: Record<Language, StatementTexts> = { en_us: english, zh_cn: chinese };
