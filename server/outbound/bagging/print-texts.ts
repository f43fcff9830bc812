import type { Language } from "#src/kit/lib/languages.ts";

/** The texts of printed tags, lists and manifests of bags. */
interface BagPrintTexts {
  tags: string;
  bagList: string;
  manifest(number: string): string;
  parcels(count: number): string;
  kilograms(shown: string): string;
  facts: Record<"warehouse" | "carrier" | "shipDate" | "bags" | "parcels" | "weight", string>;
  columns: Record<"stop" | "parcel" | "waybill" | "tracking" | "order" | "weight", string>;
  sum: string;
  signatures: Record<"person" | "time" | "signature", string>;
}

const english: BagPrintTexts = {
  tags: "Bag tags",
  bagList: "Bag list",
  manifest: (number) => `Manifest ${number}`,
  parcels: (count) => (count === 1 ? "1 parcel" : `${count} parcels`),
  kilograms: (shown) => `${shown} kg`,
  facts: {
    warehouse: "Warehouse",
    carrier: "Carrier",
    shipDate: "Ship date",
    bags: "Bags",
    parcels: "Parcels",
    weight: "Weight",
  },
  columns: { stop: "No.", parcel: "Parcel", waybill: "Waybill", tracking: "Tracking number", order: "Order", weight: "Weight (g)" },
  sum: "Total",
  signatures: { person: "Name of the person collecting", time: "Date and time", signature: "Signature" },
};

const chinese: BagPrintTexts = {
  tags: "袋牌",
  bagList: "装袋清单",
  manifest: (number) => `交接单 ${number}`,
  parcels: (count) => `${count} 个包裹`,
  kilograms: (shown) => `${shown} kg`,
  facts: {
    warehouse: "仓库",
    carrier: "物流商",
    shipDate: "发货日期",
    bags: "袋数",
    parcels: "包裹数",
    weight: "重量",
  },
  columns: { stop: "序号", parcel: "包裹", waybill: "面单号", tracking: "跟踪号", order: "订单", weight: "重量（g）" },
  sum: "合计",
  signatures: { person: "取件人姓名", time: "日期时间", signature: "签名" },
};

export const bagPrintTexts: Record<Language, BagPrintTexts> = { en_us: english, zh_cn: chinese };
