/** The languages of a template, as `lang` names them. */
export type TemplateLanguage = "en_us" | "zh_cn";
type Bilingual = Readonly<Record<TemplateLanguage, string>>;

/** A column of an import: the template shows it, and the import finds it by its header. */
export interface TemplateColumn {
  readonly field: string;
  readonly header: Bilingual;
  readonly isRequired: boolean;
  /** the value in the example row, the same in both languages: codes, numbers and invented names */
  readonly example: string | number;
  readonly note: Bilingual;
}

export interface Template {
  readonly title: Bilingual;
  readonly columns: readonly TemplateColumn[];
}

type Words = readonly [en_us: string, zh_cn: string];

function column(field: string, isRequired: boolean, [en, zh]: Words, example: string | number, [enNote, zhNote]: Words): TemplateColumn {
  return { field, isRequired, example, header: { en_us: en, zh_cn: zh }, note: { en_us: enNote, zh_cn: zhNote } };
}

const must = true;
const may = false;

const sku = column("sku", must, ["SKU", "SKU"], "MUG-BLUE-01", ["As in the product list", "与商品列表一致"]);
const warehouse = column("warehouse", must, ["Warehouse", "仓库"], "East 1", ["The name of the warehouse", "仓库名称"]);
const lot = column("lot", may, ["Lot", "批次"], "2026-05", ["Empty if lots are not tracked", "不管理批次则留空"]);
const remark = column("remark", may, ["Remark", "备注"], "Handle with care", ["Visible to everyone who works on it", "所有处理人员可见"]);

/** One-piece orders: one row per order line, repeating the columns of the order. */
const orders: Template = {
  title: { en_us: "Orders", zh_cn: "订单" },
  columns: [
    column("order_number", must, ["Order number", "订单号"], "1001", [
      "Rows with the same number form one order",
      "相同订单号的行为同一订单",
    ]),
    column("shop", may, ["Shop", "店铺"], "my-shop.example.com", ["Its URL; empty if the order has no shop", "店铺地址；无店铺则留空"]),
    column("channel_code", may, ["Channel code", "物流渠道代码"], "STD", ["Empty: chosen by the rules", "留空则按规则选择"]),
    column("consignee", must, ["Consignee", "收件人"], "Alex Example", ["The person's name", "收件人姓名"]),
    column("phone", may, ["Phone", "电话"], "+1 555 0100", ["With the country code", "含国家区号"]),
    column("address", must, ["Address", "地址"], "1 Example Street", ["Street, number, flat", "街道、门牌号"]),
    column("city", must, ["City", "城市"], "Springfield", ["City or town", "城市或城镇"]),
    column("state", may, ["State", "州/省"], "IL", ["If the country has states", "如该国有则填写"]),
    column("country", must, ["Country", "国家"], "US", ["Two-letter code", "两位国家代码"]),
    column("zip", may, ["Zip", "邮编"], "62701", [
      "As text, to keep leading zeros; empty if the country has none",
      "按文本填写，保留开头的零；该国家无邮编则留空",
    ]),
    sku,
    column("quantity", must, ["Quantity", "数量"], 2, ["A whole number from 1", "不小于 1 的整数"]),
    column("declared_name", may, ["Declared name", "申报品名"], "Ceramic mug", ["In English, for customs", "英文，用于报关"]),
    column("declared_value", may, ["Declared value", "申报价值"], 8.5, ["Per piece", "单件价值"]),
    column("currency", may, ["Currency", "币种"], "USD", ["Three-letter code", "三位币种代码"]),
    column("ioss_number", may, ["IOSS", "IOSS"], "IM0000000000", ["For parcels to the EU", "寄往欧盟的包裹"]),
    column("vat_number", may, ["VAT", "VAT 税号"], "XX000000000", ["The seller's", "卖家税号"]),
    column("id_number", may, ["ID number", "证件号"], "0000", ["If the destination requires it", "目的地要求时填写"]),
    column("cod_type", may, ["COD type", "货到付款类型"], "none", ["none or cash", "none 或 cash"]),
    column("cod_amount", may, ["COD amount", "货到付款金额"], 0, ["Amount that the carrier collects", "物流商代收金额"]),
    column("cod_currency", may, ["COD currency", "货到付款币种"], "USD", ["Three-letter code", "三位币种代码"]),
    remark,
  ],
};

/** Receipts: one row per line of an advance shipping notice. */
const receipts: Template = {
  title: { en_us: "Receipts", zh_cn: "入库单" },
  columns: [
    column("receipt_number", must, ["Receipt number", "入库单号"], "R-1001", [
      "Rows with the same number form one receipt",
      "相同单号的行为同一入库单",
    ]),
    warehouse,
    column("expected_on", may, ["Expected on", "预计到达日期"], "2026-06-30", [
      "Year-month-day, in the warehouse's time zone",
      "年-月-日，按仓库时区",
    ]),
    column("box_number", may, ["Box number", "箱号"], "1", ["Number of its box", "所在箱号"]),
    sku,
    column("expected_quantity", must, ["Expected quantity", "预计数量"], 120, ["A whole number from 1", "不小于 1 的整数"]),
    lot,
    column("expires_on", may, ["Expires on", "有效期至"], "2028-05-31", [
      "Year-month-day; empty if the goods do not expire",
      "年-月-日；无有效期则留空",
    ]),
    remark,
  ],
};

/** Locations, each with its partition and shelf, which are created if missing. */
const locations: Template = {
  title: { en_us: "Locations", zh_cn: "库位" },
  columns: [
    warehouse,
    column("partition", must, ["Partition", "库区"], "A", ["Created if missing", "不存在则新建"]),
    column("shelf", must, ["Shelf", "货架"], "A-01", ["Created if missing", "不存在则新建"]),
    column("barcode", must, ["Location", "库位"], "A-01-01", ["Its barcode, unique in your company", "库位条码，公司内唯一"]),
    column("type", may, ["Type", "类型"], "pick", [
      "pick, reserve, receiving, packing or damaged",
      "pick、reserve、receiving、packing 或 damaged",
    ]),
    column("pick_sequence", may, ["Picking order", "拣货顺序"], 10, ["Position on the picking route", "在拣货路线中的位置"]),
    column("put_sequence", may, ["Putaway order", "上架顺序"], 10, ["Position on the putaway route", "在上架路线中的位置"]),
    column("level", may, ["Level", "层"], 1, ["From the floor up; empty: 1", "自下而上，留空为 1"]),
    column("x_mm", may, ["From the left, mm", "距左侧（毫米）"], 1500, [
      "Position on the map; empty: in its shelf",
      "平面图上的位置，留空则在货架内",
    ]),
    column("y_mm", may, ["From the top, mm", "距上侧（毫米）"], 800, [
      "Position on the map; empty: in its shelf",
      "平面图上的位置，留空则在货架内",
    ]),
    column("capacity_litres", may, ["Capacity, litres", "容积（升）"], 60, ["Empty: no limit", "留空则不限制"]),
    column("capacity_grams", may, ["Capacity, grams", "承重（克）"], 25_000, ["Empty: no limit", "留空则不限制"]),
  ],
};

/** Products: one row per variant. */
const products: Template = {
  title: { en_us: "Products", zh_cn: "商品" },
  columns: [
    sku,
    column("title", must, ["Product title", "商品标题"], "Mug", ["Rows with the same title form one product", "相同标题的行为同一商品"]),
    column("variant_title", may, ["Variant", "变体"], "Blue", ["Colour, size and so on", "颜色、尺寸等"]),
    column("barcode", may, ["Barcode", "条码"], "0000000000000", ["As text; separate with commas", "按文本填写；多个用逗号分隔"]),
    column("weight_grams", may, ["Weight, grams", "重量（克）"], 350, ["Per packed piece", "单件含包装"]),
    column("length_mm", may, ["Length, mm", "长（毫米）"], 120, ["Per packed piece", "单件含包装"]),
    column("width_mm", may, ["Width, mm", "宽（毫米）"], 90, ["Per packed piece", "单件含包装"]),
    column("height_mm", may, ["Height, mm", "高（毫米）"], 100, ["Per packed piece", "单件含包装"]),
    column("declared_name", may, ["Declared name", "申报品名"], "Ceramic mug", ["In English, for customs", "英文，用于报关"]),
    column("declared_name_zh", may, ["Declared name, Chinese", "中文申报品名"], "陶瓷杯", ["In Chinese, for customs", "中文，用于报关"]),
    column("hs_code", may, ["HS code", "海关编码"], "691200", ["Six to ten digits, as text", "6 至 10 位数字，按文本填写"]),
    column("declared_value", may, ["Declared value", "申报价值"], 8.5, ["Per piece", "单件价值"]),
    column("currency", may, ["Currency", "币种"], "USD", ["Three-letter code", "三位币种代码"]),
    column("has_battery", may, ["Contains a battery", "含电池"], "no", ["yes or no; empty: no", "是或否，留空为否"]),
    column("image_url", may, ["Image URL", "图片地址"], "https://images.example.com/mug.jpg", [
      "JPG, PNG or GIF, at most 5 MB",
      "JPG、PNG 或 GIF，不超过 5MB",
    ]),
  ],
};

/** Opening stock: the quantity at each location when a warehouse starts. */
const openingStock: Template = {
  title: { en_us: "Opening stock", zh_cn: "期初库存" },
  columns: [
    warehouse,
    column("location", must, ["Location", "库位"], "A-01-01", ["Its barcode", "库位条码"]),
    sku,
    column("retailer", may, ["Retailer", "分销商"], "Retailer One", [
      "Owner of the goods; empty for the supplier's own",
      "货主；供应商自有则留空",
    ]),
    lot,
    column("state", may, ["State", "状态"], "qualified", [
      "qualified or unqualified; empty: qualified",
      "qualified 或 unqualified；留空为 qualified",
    ]),
    column("quantity", must, ["Quantity", "数量"], 240, ["A whole number from 1", "不小于 1 的整数"]),
  ],
};

/** What became of parcels whose carrier reports nothing. */
const tracks: Template = {
  title: { en_us: "Tracks", zh_cn: "物流轨迹" },
  columns: [
    column("number", must, ["Waybill number", "面单号"], "RR000000000CN", ["Or its tracking number", "或跟踪号"]),
    column("status", must, ["Status", "状态"], "delivered", ["delivered or returned", "delivered 或 returned"]),
    column("day", may, ["Day", "日期"], "2026-05-31", ["When it happened; empty: today", "发生日期；留空为今天"]),
    remark,
  ],
};

/** Every import template, by the name that `get-template-files` takes. */
export const templates: Readonly<Record<string, Template>> = {
  orders,
  receipts,
  locations,
  products,
  "opening-stock": openingStock,
  tracks,
};
