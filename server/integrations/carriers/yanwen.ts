import { createHash } from "node:crypto";
import { z } from "zod";
import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type {
  Carrier,
  CarrierAddress,
  CarrierItem,
  CarrierTracking,
  CarrierWaybill,
  FromCarrier,
  NewWaybill,
  TrackingStatus,
} from "./carrier.ts";
import { mostLabelBytes, readBase64Label } from "./read-label.ts";
import { createProblem, looseText, parseAnswer, readRefusal, sendToCarrier } from "./send-to-carrier.ts";
import type { CarrierRequest, SendOptions } from "./send-to-carrier.ts";
import { parseLocalTime } from "./tracking-time.ts";

export const yanwenBase = "https://open.yw56.com.cn";
/** Tracking is a server of its own, published with http only. */
export const yanwenTrackingBase = "http://api.track.yw56.com.cn";

const format = "json";
const version = "V1.0";
const mostLines = 5;

/** What a signature covers. */
interface SignedParts {
  readonly userId: string;
  /** as it is sent */
  readonly body: string;
  readonly method: string;
  /** epoch milliseconds */
  readonly timestamp: string;
}

/** Signs a request: md5 over its parts between the API token and itself. */
export function signYanwen({ userId, body, method, timestamp }: SignedParts, apiToken: string): string {
  return createHash("md5").update(`${apiToken}${userId}${body}${format}${method}${timestamp}${version}${apiToken}`, "utf8").digest("hex");
}

const writes: ReadonlySet<string> = new Set(["express.order.create", "express.order.cancel"]);

const envelope = z.looseObject({ success: z.boolean(), code: looseText, message: looseText, data: z.unknown().optional() });
const channels = z.array(z.looseObject({ id: looseText.pipe(z.string().min(1)), nameCh: looseText, nameEn: looseText }));
const created = z.looseObject({
  waybillNumber: z.string().min(1),
  orderNumber: looseText,
  referenceNumber: looseText,
  yanwenNumber: looseText,
});
const orders = z
  .array(
    z.looseObject({
      waybillNumber: looseText,
      orderNumber: looseText,
      referenceNumber: looseText,
      status: looseText,
      orderStatus: looseText,
    }),
  )
  .nullish();
const label = z.looseObject({ isSuccess: z.boolean(), errorMsg: looseText, base64String: looseText });
const tracks = z.looseObject({
  code: looseText,
  message: looseText,
  result: z
    .array(
      z.looseObject({
        tracking_status: looseText,
        checkpoints: z
          .array(z.looseObject({ time_stamp: looseText, time_zone: looseText, location: looseText, message: looseText }))
          .nullish(),
      }),
    )
    .nullish(),
});

const statuses: Readonly<Record<string, TrackingStatus>> = {
  "0": "created",
  "1": "created",
  "2": "inTransit",
  "3": "inTransit",
  "4": "delivered",
  "5": "cancelled",
  "6": "exception",
  "7": "exception",
  "8": "exception",
  "9": "returned",
};

function writeAddress({ name, company, phone, email, countryCode, state, city, postcode, street }: CarrierAddress) {
  return { name, company, phone, email, country: countryCode, state, city, zipCode: postcode, address: street };
}

/** Joins lines that are declared alike. */
function joinItems(items: readonly CarrierItem[]): CarrierItem[] {
  const joined = new Map<string, CarrierItem>();
  for (const item of items) {
    const { nameEn, nameZh, hsCode, unitValueCents, unitGrams, originCountry } = item;
    const key = JSON.stringify([nameEn, nameZh, hsCode, unitValueCents, unitGrams, originCountry]);
    joined.set(key, { ...item, quantity: item.quantity + (joined.get(key)?.quantity ?? 0) });
  }
  return [...joined.values()];
}

const toCm = (mm: number) => Math.max(1, Math.ceil(mm / 10));

function writeOrder(waybill: NewWaybill, items: readonly CarrierItem[]): object {
  const { reference, channelCode, channelInternalId, sender, recipient, grams, size, currency, hasBattery, iossNumber, vatNumber } =
    waybill;
  return {
    // The code may be the provider's own word.
    channelId: channelInternalId === "" ? channelCode : channelInternalId,
    orderSource: "Quayside",
    orderNumber: reference,
    receiverInfo: { ...writeAddress(recipient), ...(vatNumber !== "" && { taxNumber: vatNumber }) },
    ...(sender !== null && { senderInfo: writeAddress(sender) }),
    parcelInfo: {
      hasBattery: hasBattery ? 1 : 0,
      currency,
      totalPrice: items.reduce((sum, { quantity, unitValueCents }) => sum + quantity * unitValueCents, 0) / 100,
      totalQuantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
      totalWeight: grams,
      ...(size !== null && { height: toCm(size.heightMm), width: toCm(size.widthMm), length: toCm(size.lengthMm) }),
      ...(iossNumber !== "" && { ioss: iossNumber }),
      productList: items.map((item) => ({
        goodsNameCh: item.nameZh,
        goodsNameEn: item.nameEn,
        price: item.unitValueCents / 100,
        quantity: item.quantity,
        weight: item.unitGrams,
        ...(item.hsCode !== "" && { hscode: item.hsCode }),
      })),
    },
  };
}

interface YanwenAccount {
  readonly userId: string;
  readonly apiToken: string;
}

/** Opens an account with Yanwen. */
export function openYanwen(
  { userId, apiToken }: YanwenAccount,
  base: { readonly api: string; readonly tracking: string },
  options: SendOptions,
): Carrier {
  async function call<S extends z.ZodType>(method: string, data: object, schema: S, mostBytes?: number): FromCarrier<z.output<S>> {
    const body = JSON.stringify(data);
    const timestamp = String(Date.now());
    const sign = signYanwen({ userId, body, method, timestamp }, apiToken);
    const query = new URLSearchParams({ user_id: userId, method, format, timestamp, sign, version });
    const request: CarrierRequest = {
      method: "POST",
      url: `${base.api}/api/order?${query.toString()}`,
      headers: { "content-type": "application/json" },
      body,
      isWrite: writes.has(method),
      ...(mostBytes !== undefined && { mostBytes }),
    };
    const sent = await sendToCarrier(request, options);
    if (!sent.ok) return sent;
    const answer = parseAnswer(request, sent.value, envelope);
    if (!answer.ok) return answer;
    const { success, code, message, data: given } = answer.value;
    const { status } = sent.value;
    if (!success || code !== "0" || status >= 400)
      return refuse(readRefusal(code, message, status === 401 || status === 403 ? "badCredentials" : undefined));
    const parsed = schema.safeParse(given);
    if (parsed.success) return ok(parsed.data);
    return refuse(createProblem(writes.has(method) ? "unclear" : "unreadable", writeOwnSentence("notAsPublished")));
  }

  async function listChannels() {
    const listed = await call("express.channel.getlist", {}, channels);
    return listed.ok ? ok(listed.value.map(({ id, nameCh, nameEn }) => ({ code: id, internalId: id, nameEn, nameZh: nameCh }))) : listed;
  }

  /** Finds an order by its own number or ours: `express.order.get` takes Yanwen's only. */
  async function listOrders(number: string) {
    const found = await call("express.order.getlist", { listNumber: [number] }, orders);
    if (!found.ok && found.problem.kind === "notFound") return ok([]);
    return found.ok ? ok(found.value ?? []) : found;
  }

  async function findWaybill(reference: string): FromCarrier<CarrierWaybill | null> {
    const found = await listOrders(reference);
    if (!found.ok) return found;
    const waybills = found.value
      .filter(({ orderNumber, waybillNumber }) => orderNumber === reference && waybillNumber !== "")
      .map(({ waybillNumber, referenceNumber, status, orderStatus }) => ({
        reference,
        waybillNumber,
        trackingNumber: referenceNumber,
        isCancelled: statuses[status === "" ? orderStatus : status] === "cancelled",
      }));
    return ok(waybills.find(({ isCancelled }) => !isCancelled) ?? waybills[0] ?? null);
  }

  return {
    apiName: "yanwen",
    async testAccount() {
      const listed = await listChannels();
      return listed.ok ? ok({ channelCount: listed.value.length }) : listed;
    },
    listChannels,
    async createWaybill(waybill) {
      const items = joinItems(waybill.items);
      if (items.length > mostLines)
        return refuse(createProblem("refused", writeOwnSentence("tooManyLines", mostLines), { code: "tooManyLines" }));
      const made = await call("express.order.create", writeOrder(waybill, items), created);
      if (!made.ok) return made;
      const { waybillNumber, orderNumber, referenceNumber } = made.value;
      if (orderNumber !== waybill.reference) return refuse(createProblem("unclear", writeOwnSentence("otherReference")));
      return ok({ reference: orderNumber, waybillNumber, trackingNumber: referenceNumber, isCancelled: false });
    },
    findWaybill,
    async getLabel(waybillNumber) {
      const found = await call("express.order.label.get", { waybillNumber, printRemark: 0 }, label, 2 * mostLabelBytes);
      if (!found.ok) return found;
      const { isSuccess, errorMsg, base64String } = found.value;
      if (isSuccess && base64String !== "") return readBase64Label(base64String);
      return refuse(errorMsg === "" ? createProblem("notReady", writeOwnSentence("labelNotReady")) : readRefusal("", errorMsg));
    },
    async cancelWaybill(waybillNumber, reason) {
      const cancelled = await call("express.order.cancel", { waybillNumber, note: reason }, z.unknown());
      return cancelled.ok ? ok({}) : cancelled;
    },
    async getTracking(waybillNumber) {
      const listed = await listOrders(waybillNumber);
      if (!listed.ok) return listed;
      const order = listed.value.find((one) => one.waybillNumber === waybillNumber);
      if (order === undefined) return refuse(createProblem("notFound", writeOwnSentence("unknownWaybill")));
      const query = new URLSearchParams({ nums: waybillNumber });
      const request: CarrierRequest = {
        method: "GET",
        url: `${base.tracking}/api/tracking?${query.toString()}`,
        headers: { authorization: userId },
      };
      const sent = await sendToCarrier(request, options);
      if (!sent.ok) return sent;
      const answer = parseAnswer(request, sent.value, tracks);
      if (!answer.ok) return answer;
      const { code, message, result } = answer.value;
      if (code !== "0") return refuse(readRefusal(code, message));
      const events = (result ?? [])
        .flatMap(({ checkpoints }) => checkpoints ?? [])
        .map((point) => ({ at: parseLocalTime(point.time_stamp, point.time_zone), text: point.message, location: point.location }))
        .toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0));
      const status = order.status === "" ? order.orderStatus : order.status;
      return ok<CarrierTracking>({ status: statuses[status] ?? "inTransit", events });
    },
  };
}
