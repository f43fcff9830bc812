import type { Language } from "#src/kit/lib/languages.ts";
import type { ReceiptStatus } from "#src/warehouse/receipts/receipts.machine.ts";

/** The texts of a printed receipt. */
interface ReceiptTexts {
  title(number: string): string;
  readonly status: Record<ReceiptStatus, string>;
  readonly facts: Readonly<Record<"status" | "owner" | "warehouse" | "reference" | "expectedOn" | "arrivedOn" | "remark", string>>;
  readonly columns: Readonly<
    Record<"line" | "sku" | "product" | "box" | "lot" | "expected" | "counted" | "qualified" | "unqualified" | "putAway", string>
  >;
  readonly sum: string;
}

const english: ReceiptTexts = {
  title: (number) => `Receipt ${number}`,
  status: {
    draft: "Draft",
    submitted: "Submitted",
    confirmed: "Confirmed",
    arrived: "Arrived",
    inspecting: "Inspecting",
    putting_away: "Putting away",
    completed: "Completed",
    closed_short: "Closed short",
    cancelled: "Cancelled",
  },
  facts: {
    status: "Status",
    owner: "Owner",
    warehouse: "Warehouse",
    reference: "Reference",
    expectedOn: "Expected on",
    arrivedOn: "Arrived on",
    remark: "Remark",
  },
  columns: {
    line: "Line",
    sku: "SKU",
    product: "Product",
    box: "Box",
    lot: "Lot",
    expected: "Expected",
    counted: "Counted",
    qualified: "Qualified",
    unqualified: "Unqualified",
    putAway: "Put away",
  },
  sum: "Total",
};

const chinese: ReceiptTexts = {
  title: (number) => `入库单 ${number}`,
  status: {
    draft: "草稿",
    submitted: "待确认",
    confirmed: "已确认",
    arrived: "已到货",
    inspecting: "质检中",
    putting_away: "上架中",
    completed: "已完成",
    closed_short: "短收关闭",
    cancelled: "已取消",
  },
  facts: {
    status: "状态",
    owner: "货主",
    warehouse: "仓库",
    reference: "货主单号",
    expectedOn: "预计到达",
    arrivedOn: "到货日期",
    remark: "备注",
  },
  columns: {
    line: "行",
    sku: "SKU",
    product: "商品",
    box: "箱号",
    lot: "批次",
    expected: "预计",
    counted: "已点数",
    qualified: "合格",
    unqualified: "不合格",
    putAway: "已上架",
  },
  sum: "合计",
};

export const receiptTexts: Record<Language, ReceiptTexts> = { en_us: english, zh_cn: chinese };
