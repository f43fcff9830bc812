import type { Language } from "#src/kit/lib/languages.ts";

/** The words that are printed on our own labels. */
interface LabelTexts {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly order: string;
  readonly parcel: string;
  readonly weight: string;
  readonly collect: string;
  readonly customs: string;
}

const english: LabelTexts = {
  title: "Shipping label",
  from: "From",
  to: "To",
  order: "Order",
  parcel: "Parcel",
  weight: "Weight",
  collect: "Cash on delivery",
  customs: "Customs",
};

const chinese: LabelTexts = {
  title: "面单",
  from: "寄件人",
  to: "收件人",
  order: "订单",
  parcel: "包裹",
  weight: "重量",
  collect: "代收货款",
  customs: "报关",
};

export const labelTexts: Record<Language, LabelTexts> = { en_us: english, zh_cn: chinese };
