import { createHash } from "node:crypto";
import { products } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import type { Exchange, Reply, Requested, Sandbox } from "./exchange.ts";
import { getField, getList, getNumber, getText, isRecent, json, parseObject } from "./exchange.ts";
import type { Operation } from "./faults.ts";
import { drawLabel } from "./label.ts";
import type { Shipment } from "./shipments.ts";

const succeeded = (data: unknown): Reply => json(200, { success: true, code: "0", message: "success", data });
const failed = (code: string, message: string): Reply => json(200, { success: false, code, message, data: null });

function findAccount({ accounts }: Sandbox, { url, body }: Exchange): Account | null {
  const get = (name: string) => url.searchParams.get(name) ?? "";
  const account = accounts.find(({ carrier, clientId }) => carrier === "yanwen" && clientId === get("user_id"));
  if (account === undefined || !isRecent(get("timestamp"))) return null;
  const { apiToken, clientId } = account;
  const text = `${apiToken}${clientId}${body}${get("format")}${get("method")}${get("timestamp")}${get("version")}${apiToken}`;
  return createHash("md5").update(text).digest("hex") === get("sign") ? account : null;
}

const mostLines = 5;

/** Returns the fields that are missing, by the contract's list of required ones. */
function findMissing(order: unknown): string[] {
  const receiver = getField(order, "receiverInfo");
  const parcel = getField(order, "parcelInfo");
  const lines = getList(parcel, "productList");
  const missingIn = (value: unknown, names: readonly string[]) => names.filter((name) => getText(value, name) === "");
  return [
    ...missingIn(order, ["channelId", "orderSource", "orderNumber"]),
    ...missingIn(receiver, ["name", "country", "address"]),
    ...missingIn(parcel, ["hasBattery", "currency", "totalPrice", "totalQuantity", "totalWeight"]),
    ...(lines.length === 0 ? ["productList"] : []),
    ...lines.flatMap((line) => missingIn(line, ["goodsNameCh", "goodsNameEn", "price", "quantity", "weight"])),
  ];
}

function findFault(order: unknown): string | null {
  const [missing] = findMissing(order);
  if (missing !== undefined) return `${missing} 不能为空`;
  if (!products.yanwen.some(({ code }) => code === getText(order, "channelId"))) return "产品未开通";
  const parcel = getField(order, "parcelInfo");
  if (getList(parcel, "productList").length > mostLines) return "productList 最多5个";
  if (!["USD", "EUR", "GBP", "CNY", "AUD", "CAD"].includes(getText(parcel, "currency"))) return "currency 不支持";
  return Number.isInteger(getNumber(parcel, "totalWeight")) ? null : "totalWeight 单位为克";
}

function create({ shipments }: Sandbox, { clientId }: Account, order: unknown): Reply {
  const fault = findFault(order);
  if (fault !== null) return failed("1002", fault);
  const reference = getText(order, "orderNumber");
  const receiver = getField(order, "receiverInfo");
  const shipment = shipments.add({
    carrier: "yanwen",
    clientId,
    reference,
    productCode: getText(order, "channelId"),
    grams: getNumber(getField(order, "parcelInfo"), "totalWeight"),
    recipient: {
      name: getText(receiver, "name"),
      country: getText(receiver, "country"),
      lines: [getText(receiver, "address"), `${getText(receiver, "city")} ${getText(receiver, "zipCode")}`],
    },
  });
  if (shipment === null) return failed("1008", `订单号 ${reference} 已存在`);
  const { waybillNumber, trackingNumber } = shipment;
  return succeeded({ waybillNumber, orderNumber: reference, referenceNumber: trackingNumber, yanwenNumber: waybillNumber });
}

const statusByState = { created: "0", inTransit: "3", delivered: "4", exception: "8", returned: "9", cancelled: "5" } as const;

const showOrder = ({ waybillNumber, reference, trackingNumber, state, grams }: Shipment) => ({
  waybillNumber,
  orderNumber: reference,
  referenceNumber: trackingNumber,
  yanwenNumber: waybillNumber,
  status: statusByState[state],
  totalWeight: grams,
});

const missing = (number: string) => failed("1004", `运单 ${number} 不存在`);

function serveLabel(shipment: Shipment): Reply {
  const { waybillNumber, isLabelForgotten, state } = shipment;
  if (isLabelForgotten || state === "cancelled") return missing(waybillNumber);
  const base64String = drawLabel(shipment).toString("base64");
  return succeeded({ waybillNumber, isSuccess: true, errorMsg: "", base64String, labelType: "PDF" });
}

function serve(sandbox: Sandbox, exchange: Exchange, operation: Operation): Reply {
  const account = findAccount(sandbox, exchange);
  if (account === null) return failed("1001", "签名错误");
  const data = parseObject(exchange.body);
  const { shipments } = sandbox;
  if (operation === "products") return succeeded(products.yanwen.map(({ code, nameEn, nameZh }) => ({ id: code, nameCh: nameZh, nameEn })));
  if (operation === "create") return create(sandbox, account, data);
  if (operation === "find") {
    const found = getList(data, "listNumber").map((number) => shipments.find("yanwen", account.clientId, String(number)));
    return succeeded(found.flatMap((shipment) => (shipment === null ? [] : [showOrder(shipment)])));
  }
  const number = getText(data, "waybillNumber");
  const shipment = shipments.find("yanwen", account.clientId, number);
  if (shipment === null) return missing(number);
  if (operation === "label") return serveLabel(shipment);
  if (shipment.state !== "created") return failed("1009", "运单已收货，不能取消");
  shipments.move(shipment, "cancelled");
  return succeeded(null);
}

function serveTracking({ accounts, shipments }: Sandbox, { url, headers }: Exchange): Reply {
  const clientId = String(headers.authorization);
  const isKnown = accounts.some((account) => account.carrier === "yanwen" && account.clientId === clientId);
  if (!isKnown) return json(401, { code: -1, message: "Unauthorized", result: null });
  const numbers = (url.searchParams.get("nums") ?? "").split(",").slice(0, 30);
  const found = numbers.flatMap((number) => shipments.find("yanwen", clientId, number) ?? []);
  return json(200, {
    code: 0,
    message: "success",
    result: found.map(({ waybillNumber, trackingNumber, state, points }) => ({
      tracking_number: waybillNumber,
      waybill_number: waybillNumber,
      exchange_number: trackingNumber,
      tracking_status: state === "delivered" ? "LM40" : "PU10",
      checkpoints: points.map(({ at, text, location }) => ({
        time_stamp: at.toISOString().slice(0, 19),
        time_zone: "UTC+00:00",
        location,
        message: text,
      })),
    })),
  });
}

const operationByMethod: ReadonlyMap<string, Operation> = new Map([
  ["express.channel.getlist", "products"],
  ["express.order.create", "create"],
  ["express.order.getlist", "find"],
  ["express.order.label.get", "label"],
  ["express.order.cancel", "cancel"],
]);

/** Reads a request to Yanwen; null if it is none. */
export function readYanwen(sandbox: Sandbox, exchange: Exchange): Requested | null {
  const { method, url } = exchange;
  if (method === "GET" && url.pathname === "/api/tracking")
    return { carrier: "yanwen", operation: "tracking", serve: () => serveTracking(sandbox, exchange) };
  if (method !== "POST" || url.pathname !== "/api/order") return null;
  const operation = operationByMethod.get(url.searchParams.get("method") ?? "");
  return operation === undefined ? null : { carrier: "yanwen", operation, serve: () => serve(sandbox, exchange, operation) };
}
