import { createHmac } from "node:crypto";
import { z } from "zod";
import { writeOwnSentence } from "#src/carriers/carrier-accounts/own-words.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Carrier, CarrierAddress, CarrierTracking, CarrierWaybill, FromCarrier, NewWaybill, TrackingStatus } from "./carrier.ts";
import { fetchLabel, mostLabelBytes, readBase64Label } from "./read-label.ts";
import { createProblem, looseText, parseAnswer, readRefusal, removeSecrets, sendToCarrier } from "./send-to-carrier.ts";
import type { CarrierRequest, SendOptions } from "./send-to-carrier.ts";
import { parseLocalTime } from "./tracking-time.ts";
import { forgetToken, getToken } from "./yunexpress-token.ts";
import type { YunExpressAccount } from "./yunexpress-token.ts";

export const yunExpressBase = "https://openapi.yunexpress.cn";
const labelHosts = ["yunexpress.cn", "yunexpress.com"];

/** What a signature covers. `uri` is the path without the query. */
interface SignedParts {
  /** empty for a request without a body, whose part is then left out */
  readonly body: string;
  /** epoch milliseconds */
  readonly date: string;
  readonly method: string;
  readonly uri: string;
}

/** Signs a request: HMAC-SHA256 in base64 over its parts, in the order of their names. */
export function signYunExpress({ body, date, method, uri }: SignedParts, appSecret: string): string {
  const text = `${body === "" ? "" : `body=${body}&`}date=${date}&method=${method}&uri=${uri}`;
  return createHmac("sha256", appSecret).update(text, "utf8").digest("base64");
}

const envelope = z.looseObject({
  success: z.boolean(),
  code: looseText,
  msg: looseText,
  result: z.unknown().optional(),
  /** where the list of products is */
  detail: z.unknown().optional(),
});
const products = z.array(z.looseObject({ product_code: z.string().min(1), product_name: looseText }));
const created = z.looseObject({ customer_order_number: looseText, waybill_number: z.string().min(1), tracking_number: looseText });
const detail = z.looseObject({
  customer_order_number: looseText,
  waybill_number: z.string().min(1),
  tracking_number: looseText,
  status: looseText,
});
const label = z.looseObject({ url: looseText, label_string: looseText });
const tracking = z.looseObject({
  track_info: z
    .array(
      z.looseObject({
        track_events: z
          .array(z.looseObject({ time_zone: looseText, description: looseText, event_date: looseText, location: looseText }))
          .nullish(),
      }),
    )
    .nullish(),
});

const statuses: Readonly<Record<string, TrackingStatus>> = {
  A: "created",
  B: "inTransit",
  C: "inTransit",
  D: "delivered",
  E: "cancelled",
  Y: "exception",
};

function writeAddress({ name, company, phone, email, countryCode, state, city, postcode, street }: CarrierAddress) {
  return {
    first_name: name,
    last_name: "",
    company,
    country_code: countryCode,
    province: state,
    city,
    address_lines: [street],
    postal_code: postcode,
    phone_number: phone,
    // The contract requires an address where the field is present.
    ...(email !== "" && { email }),
  };
}

const toKg = (grams: number) => Math.max(grams, 1) / 1000;
const toCm = (mm: number) => Math.max(1, Math.ceil(mm / 10));

function writePackage(waybill: NewWaybill): object {
  const { reference, channelCode, sender, recipient, grams, size, currency, hasBattery, labelFormat, items, iossNumber } = waybill;
  return {
    product_code: channelCode,
    customer_order_number: reference,
    weight_unit: "KG",
    size_unit: "CM",
    packages: [
      {
        weight: toKg(grams),
        ...(size !== null && { length: toCm(size.lengthMm), width: toCm(size.widthMm), height: toCm(size.heightMm) }),
      },
    ],
    receiver: { ...writeAddress(recipient), ...(recipient.idNumber !== "" && { id_number: recipient.idNumber }) },
    ...(sender !== null && { sender: writeAddress(sender) }),
    declaration_info: items.map((item) => ({
      sku_code: item.sku,
      name_local: item.nameZh,
      name_en: item.nameEn,
      quantity: item.quantity,
      unit_price: item.unitValueCents / 100,
      unit_weight: toKg(item.unitGrams),
      currency,
      hs_code: item.hsCode,
    })),
    ...(iossNumber !== "" && { customs_number: iossNumber }),
    ...(hasBattery && { sensitive_type: "D" }),
    // The contract lists its values, PNG, PDF and ZPL, with the same field of a return.
    label_type: labelFormat === "zpl" ? "ZPL" : "PDF",
  };
}

/** A code of eight zeros is success; the rest are published by meaning only. */
function readFailure({ code, msg }: z.output<typeof envelope>, status: number) {
  return readRefusal(code === "" ? String(status) : code, msg, status === 401 || status === 403 ? "badCredentials" : undefined);
}

/** The rows of an answer: `detail` in the contract, `result` in other lists. */
const rows = z.union([products, z.looseObject({ list: products }).transform(({ list }) => list)]);

/** Opens an account with YunExpress. */
export function openYunExpress(account: YunExpressAccount, apiBase: string, options: SendOptions): Carrier {
  interface Call {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly data?: object;
    readonly mostBytes?: number;
  }

  async function send(
    { method, path, query, data, mostBytes }: Call,
    token: string,
  ): FromCarrier<z.output<typeof envelope> & { status: number }> {
    const body = data === undefined ? "" : JSON.stringify(data);
    const date = String(Date.now());
    const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    const request: CarrierRequest = {
      method,
      url: `${apiBase}${path}${search}`,
      headers: {
        token,
        date,
        sign: signYunExpress({ body, date, method, uri: path }, account.appSecret),
        "accept-language": "en-US",
        ...(body !== "" && { "content-type": "application/json" }),
      },
      ...(body !== "" && { body }),
      ...(mostBytes !== undefined && { mostBytes }),
      isWrite: method === "POST",
    };
    const sent = await sendToCarrier(request, options);
    if (!sent.ok) return sent;
    const answer = parseAnswer(request, sent.value, envelope);
    return answer.ok ? ok({ ...answer.value, status: sent.value.status }) : answer;
  }

  async function call<S extends z.ZodType>(request: Call, schema: S, field: "result" | "detail" = "result"): FromCarrier<z.output<S>> {
    for (let isSecond = false; ; isSecond = true) {
      const token = await getToken(apiBase, account, options);
      if (!token.ok) return token;
      const answer = await send(request, token.value);
      const isRejected = answer.ok ? answer.value.status === 401 : answer.problem.code === "401";
      if (isRejected) forgetToken(apiBase, account, token.value);
      // The token may have ended early; a rejected request was not carried out.
      if (isRejected && !isSecond) continue;
      if (!answer.ok) return refuse(removeSecrets(answer.problem, [token.value]));
      const { success, status } = answer.value;
      if (!success || status >= 400) return refuse(removeSecrets(readFailure(answer.value, status), [token.value]));
      const parsed = schema.safeParse(answer.value[field] ?? answer.value.result);
      if (parsed.success) return ok(parsed.data);
      return refuse(createProblem(request.method === "POST" ? "unclear" : "unreadable", writeOwnSentence("notAsPublished")));
    }
  }

  async function listChannels() {
    const listed = await call({ method: "GET", path: "/v1/basic-data/products/getlist" }, rows, "detail");
    if (!listed.ok) return listed;
    return ok(
      listed.value.map(({ product_code, product_name }) => ({
        code: product_code,
        internalId: "",
        nameEn: product_name,
        nameZh: product_name,
      })),
    );
  }

  const getDetail = (number: string) => call({ method: "GET", path: "/v1/order/info/get", query: { order_number: number } }, detail);

  async function findWaybill(reference: string): FromCarrier<CarrierWaybill | null> {
    const found = await getDetail(reference);
    if (!found.ok) return found.problem.kind === "notFound" ? ok(null) : found;
    const { customer_order_number, waybill_number: waybillNumber, tracking_number: trackingNumber, status } = found.value;
    // The number may be another order's waybill.
    if (customer_order_number !== reference) return ok(null);
    return ok({ reference, waybillNumber, trackingNumber, isCancelled: statuses[status] === "cancelled" });
  }

  return {
    apiName: "yunexpress",
    async testAccount() {
      const listed = await listChannels();
      return listed.ok ? ok({ channelCount: listed.value.length }) : listed;
    },
    listChannels,
    async createWaybill(waybill) {
      const made = await call({ method: "POST", path: "/v1/order/package/create", data: writePackage(waybill) }, created);
      if (!made.ok) return made;
      const { customer_order_number: reference, waybill_number: waybillNumber, tracking_number: trackingNumber } = made.value;
      if (reference !== waybill.reference) return refuse(createProblem("unclear", writeOwnSentence("otherReference")));
      return ok({ reference, waybillNumber, trackingNumber, isCancelled: false });
    },
    findWaybill,
    async getLabel(waybillNumber) {
      const found = await call(
        { method: "GET", path: "/v1/order/label/get", query: { order_number: waybillNumber }, mostBytes: 2 * mostLabelBytes },
        label.nullish(),
      );
      if (!found.ok) return found;
      const { url = "", label_string = "" } = found.value ?? {};
      if (label_string !== "") return readBase64Label(label_string);
      if (url === "") return refuse(createProblem("notReady", writeOwnSentence("labelNotReady")));
      return fetchLabel(url, { apiBase, hosts: labelHosts }, options);
    },
    async cancelWaybill(waybillNumber) {
      const data = { waybill_number: waybillNumber };
      const cancelled = await call({ method: "POST", path: "/v1/order/cancel", data }, z.unknown());
      return cancelled.ok ? ok({}) : cancelled;
    },
    async getTracking(waybillNumber) {
      const order = await getDetail(waybillNumber);
      if (!order.ok) return order;
      const query = { order_number: waybillNumber };
      const tracked = await call({ method: "GET", path: "/v1/track-service/info/get", query }, tracking.nullish());
      if (!tracked.ok) return tracked;
      const events = (tracked.value?.track_info ?? [])
        .flatMap(({ track_events }) => track_events ?? [])
        .map((event) => ({ at: parseLocalTime(event.event_date, event.time_zone), text: event.description, location: event.location }))
        .toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0));
      return ok<CarrierTracking>({ status: statuses[order.value.status] ?? "inTransit", events });
    },
  };
}
