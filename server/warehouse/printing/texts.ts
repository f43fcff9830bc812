import type { Language } from "#src/kit/lib/languages.ts";

/** The words of printed matter that are ours; all else on it is data. */
export interface PrintTexts {
  readonly locationLabels: string;
  readonly productLabels: string;
  readonly boxLabels: string;
  readonly returnLabels: string;
  readonly parcelLabels: string;
  readonly orderLabels: string;
  readonly packagingLabels: string;
  pieces(count: number): string;
  readonly noRows: string;
  lotAndExpiry(goods: { lot: string | null; expiry: string | null }): string;
  receipt(number: string): string;
  box(number: number, count: number): string;
  retailer(name: string): string;
  warehouse(name: string): string;
  from(name: string): string;
  page(number: number, count: number): string;
  /** the minute of printing, in UTC */
  printedAt(minute: string): string;
}

const english: PrintTexts = {
  locationLabels: "Location labels",
  productLabels: "Product labels",
  boxLabels: "Box labels",
  returnLabels: "Return labels",
  parcelLabels: "Parcel labels",
  orderLabels: "Order labels",
  packagingLabels: "Box labels",
  pieces: (count) => (count === 1 ? "1 piece" : `${count} pieces`),
  noRows: "There is nothing to list.",
  lotAndExpiry: ({ lot, expiry }) => {
    if (lot !== null && expiry !== null) return `Lot ${lot} · Expires ${expiry}`;
    if (lot !== null) return `Lot ${lot}`;
    return expiry === null ? "" : `Expires ${expiry}`;
  },
  receipt: (number) => `Receipt ${number}`,
  box: (number, count) => `Box ${number} of ${count}`,
  retailer: (name) => `Retailer: ${name}`,
  warehouse: (name) => `To: ${name}`,
  from: (name) => `From: ${name}`,
  page: (number, count) => `Page ${number} of ${count}`,
  printedAt: (minute) => `Printed ${minute} (UTC)`,
};

const chinese: PrintTexts = {
  locationLabels: "库位标签",
  productLabels: "商品标签",
  boxLabels: "箱唛",
  returnLabels: "退货标签",
  parcelLabels: "包裹标签",
  orderLabels: "订单标签",
  packagingLabels: "包材标签",
  pieces: (count) => `${count} 件`,
  noRows: "没有可列出的内容。",
  lotAndExpiry: ({ lot, expiry }) => {
    if (lot !== null && expiry !== null) return `批次 ${lot} · 有效期至 ${expiry}`;
    if (lot !== null) return `批次 ${lot}`;
    return expiry === null ? "" : `有效期至 ${expiry}`;
  },
  receipt: (number) => `入库单 ${number}`,
  box: (number, count) => `第 ${number} 箱，共 ${count} 箱`,
  retailer: (name) => `分销商：${name}`,
  warehouse: (name) => `收货仓库：${name}`,
  from: (name) => `发货仓库：${name}`,
  page: (number, count) => `第 ${number} 页，共 ${count} 页`,
  printedAt: (minute) => `打印时间 ${minute}（UTC）`,
};

/** The words of printed matter in a language. */
export const printTexts: Record<Language, PrintTexts> = { en_us: english, zh_cn: chinese };
