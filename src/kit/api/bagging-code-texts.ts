import type { Texts } from "./texts.ts";

/** The texts of the codes of bags and their hand-over: a part of the table in `codes.ts`. */
export const baggingCodeTexts = {
  "bagging.wrongChannel": { en_us: "This parcel goes by another channel", zh_cn: "该包裹属于其他渠道" },
  "bagging.wrongAccount": {
    en_us: "This parcel's waybill is of another carrier account: choose another bag",
    zh_cn: "该包裹的面单属于其他物流接口，请换一个袋",
  },
  "bagging.wrongWarehouse": { en_us: "This parcel is of another warehouse: put it aside", zh_cn: "该包裹属于其他仓库，请放置一旁" },
  "bagging.notWeighed": { en_us: "This parcel is not weighed yet: weigh it first", zh_cn: "该包裹尚未称重，请先称重" },
  "bagging.noWaybill": { en_us: "This parcel has no waybill yet: put it aside until it has one", zh_cn: "该包裹尚无面单，请先放置一旁" },
  "bagging.inBag": { en_us: "This parcel is in a bag already", zh_cn: "该包裹已装袋" },
  "bagging.held": { en_us: "This order is on hold: put the parcel aside", zh_cn: "该订单已暂停，请将包裹放置一旁" },
  "bagging.exceptionOpen": { en_us: "This order has an open exception: put the parcel aside", zh_cn: "该订单有未结异常，请将包裹放置一旁" },
  "bagging.cancelRequested": {
    en_us: "The retailer wants to cancel this order: put the parcel aside",
    zh_cn: "分销商申请取消该订单，请将包裹放置一旁",
  },
  "bagging.voided": {
    en_us: "This parcel is void, as its order was unpacked or cancelled: put it aside",
    zh_cn: "该包裹已作废（订单已拆包或取消），请放置一旁",
  },
  "bagging.handedOver": { en_us: "This parcel was already handed over", zh_cn: "该包裹已交接" },
  "bagging.bagNotOpen": { en_us: "This bag is no longer open: choose another", zh_cn: "该袋已不能装入，请换一个袋" },
  "bagging.bagEmpty": { en_us: "This bag is empty: put parcels into it first", zh_cn: "该袋为空，请先装入包裹" },
  "bagging.notInBag": { en_us: "This parcel is not in this bag", zh_cn: "该包裹不在此袋中" },
  "bagging.bagNotSealed": { en_us: "This bag is not sealed", zh_cn: "该袋未封口" },
  "bagging.bagInManifest": { en_us: "This bag is on a manifest and stays sealed", zh_cn: "该袋已在交接单中，不能拆封" },
  "bagging.mixedBags": {
    en_us: "The bags of a manifest have one carrier account, warehouse and day; without an account, one channel",
    zh_cn: "同一交接单的袋须属于同一物流接口、仓库和日期；无接口时须为同一渠道",
  },
  "bagging.manifestDone": { en_us: "This manifest was already handed over", zh_cn: "该交接单已完成交接" },
  "bagging.nothingToHandOver": { en_us: "This manifest has no bags left", zh_cn: "该交接单已没有袋" },
  "bagging.parcelHeld": {
    en_us: "An order in these bags is on hold, has an open exception or is to be cancelled: settle that first",
    zh_cn: "袋中有订单已暂停、有未结异常或申请取消，请先处理",
  },
  "bagging.signatureMissing": {
    en_us: "The person collecting must sign, or type the name as a signature",
    zh_cn: "请取件人手写签名或输入签名",
  },
  "bagging.partlyShipped": { en_us: "A parcel of this order was already handed over", zh_cn: "该订单已有包裹交接" },
  "bagging.dayPast": { en_us: "This day is over: choose today or a later day", zh_cn: "该日期已过，请选择今天或之后的日期" },
  "bagging.bagFull": { en_us: "This bag has 1,000 parcels: open another one", zh_cn: "该袋已有 1,000 个包裹，请另开新袋" },
  "bagging.bagPast": { en_us: "This bag is of a past day: seal it and open another one", zh_cn: "该袋日期已过，请封袋后另开新袋" },
  "bagging.tooLate": {
    en_us: "These bags were to leave before yesterday: dissolve their manifest if there is one, unseal each bag and seal it again",
    zh_cn: "袋的发运日期早于昨天，请解散交接单（如有），并将各袋拆封后重新封袋",
  },
  "bagging.tooManyListed": {
    en_us: "These bags have more than 20,000 parcels: print the lists of fewer bags at once",
    zh_cn: "所选袋共超过 20,000 个包裹，请分批打印清单",
  },
  "bagging.manifestFull": {
    en_us: "These bags have more than 20,000 parcels: make a manifest of some of them, and another one of the rest",
    zh_cn: "所选袋共超过 20,000 个包裹，请分成多个交接单",
  },
} as const satisfies Record<string, Texts>;
