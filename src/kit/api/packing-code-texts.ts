import type { Texts } from "./texts.ts";

/** The texts of the codes of packing and weighing: a part of the table in `codes.ts`. */
export const packingCodeTexts = {
  "packing.held": { en_us: "This order is on hold: put it aside", zh_cn: "该订单已暂停，请先放置一旁" },
  "packing.orderLeft": {
    en_us: "This order is not to be packed: put its goods aside",
    zh_cn: "该订单无需包装，请将商品放置一旁",
  },
  "packing.packedAlready": { en_us: "This order is packed already", zh_cn: "该订单已包装" },
  "packing.notAllPieces": {
    en_us: "The parcels do not contain every piece of the order once: reload and try again",
    zh_cn: "包裹须恰好包含订单的全部商品，请刷新后重试",
  },
  "packing.noBox": { en_us: "One of these boxes is not in use any more: choose another", zh_cn: "所选箱型已停用，请另选" },
  "packing.markTaken": {
    en_us: "Two boxes of this order have the same mark: change one of them",
    zh_cn: "该订单有两个箱子箱号相同，请修改其一",
  },
  "packing.notPacked": { en_us: "This order is not packed", zh_cn: "该订单尚未包装" },
  "packing.voided": { en_us: "This parcel is void: its order was unpacked or cancelled", zh_cn: "该包裹已作废：订单已拆包或取消" },
  "packing.weighedAlready": { en_us: "This parcel is weighed already", zh_cn: "该包裹已称重" },
  "packing.weightOff": {
    en_us: "The weight is further from the expected one than allowed: check the contents, or give a reason",
    zh_cn: "重量超出允许偏差，请核对内容或填写原因",
  },
  "packing.boxIncomplete": {
    en_us: "A box needs its three inner sides, a consumable has neither sides nor a limit",
    zh_cn: "箱子须填写三个内部尺寸，耗材不填尺寸和限重",
  },
  "packing.boxNameTaken": { en_us: "Another box or consumable has this name", zh_cn: "已有同名箱子或耗材" },
  "packing.tooManyPieces": {
    en_us: "The order has fewer pieces of this product: reduce the quantity",
    zh_cn: "超过订单中该商品的件数，请减少数量",
  },
  "packing.tooManyBoxes": { en_us: "No more than 200 boxes and consumables are possible", zh_cn: "箱子与耗材最多 200 个" },
} as const satisfies Record<string, Texts>;
