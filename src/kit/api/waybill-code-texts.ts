import type { Texts } from "./texts.ts";

/** The texts of the codes of waybills: a part of the table in `codes.ts`. */
export const waybillCodeTexts = {
  "waybills.noChannel": { en_us: "This order has no channel: choose one first", zh_cn: "该订单未选择物流渠道，请先选择" },
  "waybills.noWeight": { en_us: "The weight of this parcel is not known: weigh it first", zh_cn: "包裹重量未知，请先称重" },
  "waybills.requestedAlready": { en_us: "This parcel already has a waybill", zh_cn: "该包裹已有面单" },
  "waybills.parcelVoided": { en_us: "This parcel is void: its order was unpacked or cancelled", zh_cn: "该包裹已作废：订单已拆包或取消" },
  "waybills.wrongState": {
    en_us: "The waybill's current status does not allow this",
    zh_cn: "面单当前状态不支持此操作",
  },
  "waybills.noLabel": {
    en_us: "There is no label to print yet: wait for the carrier, or enter the number",
    zh_cn: "暂无可打印的面单，请等待物流商或填写单号",
  },
  "waybills.reasonRequired": {
    en_us: "This label was printed before: enter a reason to print it again",
    zh_cn: "该面单已打印过，请填写重打原因",
  },
  "waybills.handedOver": { en_us: "This parcel was handed over to the carrier", zh_cn: "该包裹已交接给物流商" },
  "waybills.byCarrier": { en_us: "The number of this waybill comes from its carrier", zh_cn: "该面单号由物流商提供" },
  "waybills.numberTaken": { en_us: "Another waybill has this number: check it", zh_cn: "该面单号已被其他面单使用，请核对" },
  "waybills.sameChannel": {
    en_us: "This parcel is already sent by this channel: choose another",
    zh_cn: "该包裹已使用此渠道，请选择其他渠道",
  },
  "waybills.channelUnfit": { en_us: "This channel is not in use: choose another", zh_cn: "该渠道未启用，请选择其他渠道" },
  "waybills.voided": { en_us: "This waybill is void, or is about to be", zh_cn: "该面单已作废或正在作废" },
  "waybills.labelDamaged": {
    en_us: "This label is damaged: void the waybill and request another",
    zh_cn: "该面单文件已损坏，请作废后重新申请",
  },
  "waybills.trackedByCarrier": { en_us: "The carrier reports where this parcel is", zh_cn: "该包裹的物流状态由物流商反馈" },
  "waybills.numberUnknown": { en_us: "No waybill has this number, or several have it", zh_cn: "没有面单使用此号码，或有多张面单使用" },
  "waybills.notHandedOver": { en_us: "This parcel was not handed over to a carrier yet", zh_cn: "该包裹尚未交接给物流商" },
  "waybills.bagged": { en_us: "This parcel is in a bag: take it out first", zh_cn: "该包裹已装袋，请先取出" },
} as const satisfies Record<string, Texts>;
