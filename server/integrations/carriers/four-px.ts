import { createHash } from "node:crypto";
import { z } from "zod";
import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Carrier, CarrierAddress, CarrierTracking, CarrierWaybill, FromCarrier, NewWaybill, TrackingStatus } from "./carrier.ts";
import { fetchLabel } from "./read-label.ts";
import { createProblem, looseText, parseAnswer, readRefusal, sendToCarrier } from "./send-to-carrier.ts";
import type { CarrierRequest, SendOptions } from "./send-to-carrier.ts";
import { parseLocalTime } from "./tracking-time.ts";

export const fourPxBase = "https://open.4px.com";
const labelHosts = ["4px.com"];

/** Signs a request: md5 over the sorted parameters run together, the body as it is sent, and the secret. */
export function signFourPx(parameters: Readonly<Record<string, string>>, body: string, appSecret: string): string {
  const run = Object.entries(parameters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join("");
  return createHash("md5").update(`${run}${body}${appSecret}`, "utf8").digest("hex");
}

/** The methods with their versions. Tracking has no published sample: it follows the documentation of 4PX. */
const methods = {
  "ds.xms.logistics_product.getlist": "1.0.0",
  "ds.xms.order.create": "1.1.0",
  "ds.xms.order.get": "1.1.0",
  "ds.xms.order.cancel": "1.0.0",
  "ds.xms.label.get": "1.1.0",
  "tr.order.tracking.get": "1.0.0",
} as const;
type Method = keyof typeof methods;
const writes: ReadonlySet<Method> = new Set<Method>(["ds.xms.order.create", "ds.xms.order.cancel"]);

const errorEntry = z.looseObject({ error_code: looseText, error_msg: looseText, errorCode: looseText, errorMsg: looseText });
const envelope = z.looseObject({
  /** missing in the published answer of the product list */
  result: looseText,
  msg: looseText,
  errors: z.array(errorEntry).nullish(),
  data: z.unknown().optional(),
});

/** "in processing": the order with this reference is being created, or exists. */
const inProcessing = "DS000007";

function readErrors({ msg, errors }: z.output<typeof envelope>) {
  const [first] = errors ?? [];
  const code = first?.error_code || first?.errorCode || "";
  const text = first?.error_msg || first?.errorMsg || msg;
  return readRefusal(code, text, code === inProcessing ? "duplicate" : undefined);
}

const product = z.looseObject({
  logistics_product_code: z.string().min(1),
  logistics_product_name_cn: looseText,
  logistics_product_name_en: looseText,
});
const created = z.looseObject({ "4px_tracking_no": z.string().min(1), ref_no: z.string().min(1), logistics_channel_no: looseText });
const consignments = z
  .array(
    z.looseObject({
      consignment_info: z.looseObject({
        "4px_tracking_no": z.string().min(1),
        ref_no: z.string(),
        consignment_status: looseText,
        logistics_channel_no: looseText,
      }),
    }),
  )
  .nullish();
const labelAddress = z.looseObject({ label_url_info: z.looseObject({ logistics_label: z.string().min(1) }) });
const track = z.looseObject({
  trackingList: z
    .array(
      z.looseObject({
        businessLinkCode: looseText,
        occurDatetime: looseText,
        timeZone: looseText,
        occurLocation: looseText,
        trackingContent: looseText,
      }),
    )
    .nullish(),
});

const cancelledStatus = "X";
const statusByCode: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^FPX_S_OK/, "delivered"],
  [/^FPX_(S_RT|R_|M_RT|O_RTOC|Y_)/, "returned"],
  [/^FPX_(D_FD|D_RA|D_DFCR|I_CR|O_SD|M_SE)$/, "exception"],
  [/^FPX_(L_RPIF|L_ATP|O_CRLB|O_IR|O_SIS|S_SFBR)$/, "created"],
];

function writeAddress(address: CarrierAddress) {
  const { name, company, phone, email, countryCode, state, city, postcode, street } = address;
  return { first_name: name, company, phone, email, post_code: postcode, country: countryCode, state, city, street };
}

const toAmount = (cents: number) => cents / 100;
const toCm = (mm: number) => Math.max(1, Math.ceil(mm / 10));

function writeOrder(waybill: NewWaybill): object {
  const { reference, channelCode, sender, recipient, grams, size, currency, hasBattery, items, iossNumber, vatNumber } = waybill;
  return {
    ref_no: reference,
    business_type: "BDS",
    // Duties are paid by the sender with an IOSS number, otherwise by the recipient.
    duty_type: iossNumber === "" ? "U" : "P",
    vat_no: vatNumber,
    ioss_no: iossNumber,
    logistics_service_info: { logistics_product_code: channelCode },
    return_info: { is_return_on_domestic: "Y", is_return_on_oversea: "N" },
    parcel_list: [
      {
        weight: grams,
        ...(size !== null && { length: toCm(size.lengthMm), width: toCm(size.widthMm), height: toCm(size.heightMm) }),
        parcel_value: toAmount(items.reduce((sum, { quantity, unitValueCents }) => sum + quantity * unitValueCents, 0)),
        currency,
        include_battery: hasBattery ? "Y" : "N",
        declare_product_info: items.map((item) => ({
          declare_product_code: item.sku,
          declare_product_name_cn: item.nameZh,
          declare_product_name_en: item.nameEn,
          declare_product_code_qty: item.quantity,
          unit_gross_weight: item.unitGrams,
          origin_country: item.originCountry,
          hscode_export: item.hsCode,
          hscode_import: item.hsCode,
          declare_unit_price_export: toAmount(item.unitValueCents),
          currency_export: currency,
          declare_unit_price_import: toAmount(item.unitValueCents),
          currency_import: currency,
          brand_export: "",
          brand_import: "",
        })),
      },
    ],
    is_insure: "N",
    ...(sender !== null && { sender: writeAddress(sender) }),
    recipient_info: {
      ...writeAddress(recipient),
      ...(recipient.idNumber !== "" && { certificate_info: { certificate_type: "ID", certificate_no: recipient.idNumber } }),
    },
    deliver_type_info: { deliver_type: "1" },
    label_config_info: { label_size: "label_100x150", response_label_format: "PDF", create_logistics_label: "Y" },
  };
}

function readTracking({ trackingList }: z.output<typeof track>): CarrierTracking {
  const events = (trackingList ?? [])
    .map((entry) => ({
      code: entry.businessLinkCode,
      event: { at: parseLocalTime(entry.occurDatetime, entry.timeZone), text: entry.trackingContent, location: entry.occurLocation },
    }))
    .toSorted((one, other) => (other.event.at?.getTime() ?? 0) - (one.event.at?.getTime() ?? 0));
  const [newest] = events;
  const status =
    newest === undefined ? "created" : (statusByCode.find(([pattern]) => pattern.test(newest.code))?.[1] ?? ("inTransit" as const));
  return { status, events: events.map(({ event }) => event) };
}

interface FourPxAccount {
  readonly appKey: string;
  readonly appSecret: string;
}

/** Opens an account with 4PX. */
export function openFourPx({ appKey, appSecret }: FourPxAccount, apiBase: string, options: SendOptions): Carrier {
  async function call<S extends z.ZodType>(method: Method, data: object, schema: S): FromCarrier<z.output<S>> {
    const body = JSON.stringify(data);
    const parameters = { app_key: appKey, format: "json", method, timestamp: String(Date.now()), v: methods[method] };
    const query = new URLSearchParams({ ...parameters, sign: signFourPx(parameters, body, appSecret), language: "en" });
    const request: CarrierRequest = {
      method: "POST",
      url: `${apiBase}/router/api/service?${query.toString()}`,
      headers: { "content-type": "application/json" },
      body,
      isWrite: writes.has(method),
    };
    const sent = await sendToCarrier(request, options);
    if (!sent.ok) return sent;
    const answer = parseAnswer(request, sent.value, envelope);
    if (!answer.ok) return answer;
    const { result, errors, data: given } = answer.value;
    const hasFailed = result === "" ? (errors ?? []).length > 0 || sent.value.status >= 400 : result !== "1";
    if (hasFailed) return refuse(readErrors(answer.value));
    const parsed = schema.safeParse(given);
    if (parsed.success) return ok(parsed.data);
    return refuse(createProblem(writes.has(method) ? "unclear" : "unreadable", writeOwnSentence("notAsPublished")));
  }

  async function listChannels() {
    const listed = await call("ds.xms.logistics_product.getlist", { transport_mode: "1" }, z.array(product));
    if (!listed.ok) return listed;
    return ok(
      listed.value.map((one) => ({
        code: one.logistics_product_code,
        internalId: "",
        nameEn: one.logistics_product_name_en,
        nameZh: one.logistics_product_name_cn,
      })),
    );
  }

  async function findWaybill(reference: string): FromCarrier<CarrierWaybill | null> {
    const found = await call("ds.xms.order.get", { request_no: reference }, consignments);
    if (!found.ok) return found.problem.kind === "notFound" ? ok(null) : found;
    const waybills = (found.value ?? [])
      .map(({ consignment_info: info }) => ({
        reference: info.ref_no,
        waybillNumber: info["4px_tracking_no"],
        trackingNumber: info.logistics_channel_no,
        isCancelled: info.consignment_status === cancelledStatus,
      }))
      .filter((waybill) => waybill.reference === reference);
    return ok(waybills.find(({ isCancelled }) => !isCancelled) ?? waybills[0] ?? null);
  }

  return {
    apiName: "4px",
    async testAccount() {
      const listed = await listChannels();
      return listed.ok ? ok({ channelCount: listed.value.length }) : listed;
    },
    listChannels,
    async createWaybill(waybill) {
      const made = await call("ds.xms.order.create", writeOrder(waybill), created);
      if (!made.ok) return made;
      const { ref_no: reference, "4px_tracking_no": waybillNumber, logistics_channel_no: trackingNumber } = made.value;
      if (reference !== waybill.reference) return refuse(createProblem("unclear", writeOwnSentence("otherReference")));
      return ok({ reference, waybillNumber, trackingNumber, isCancelled: false });
    },
    findWaybill,
    async getLabel(waybillNumber) {
      const data = { request_no: waybillNumber, response_label_format: "PDF", label_size: "label_100x150", is_print_merge: "N" };
      const labelled = await call("ds.xms.label.get", data, z.union([labelAddress, z.looseObject({})]).nullish());
      if (!labelled.ok) return labelled;
      const address = labelAddress.safeParse(labelled.value);
      if (!address.success) return refuse(createProblem("notReady", writeOwnSentence("labelNotReady")));
      return fetchLabel(address.data.label_url_info.logistics_label, { apiBase, hosts: labelHosts }, options);
    },
    async cancelWaybill(waybillNumber, reason) {
      const cancelled = await call("ds.xms.order.cancel", { request_no: waybillNumber, cancel_reason: reason }, z.unknown());
      return cancelled.ok ? ok({}) : cancelled;
    },
    async getTracking(waybillNumber) {
      const tracked = await call("tr.order.tracking.get", { deliveryOrderNo: waybillNumber }, track.nullish());
      return tracked.ok ? ok(readTracking(tracked.value ?? { trackingList: [] })) : tracked;
    },
  };
}
