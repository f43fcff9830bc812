import { createHmac, randomBytes } from "node:crypto";
import { products } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import type { Exchange, Reply, Requested, Sandbox } from "./exchange.ts";
import { getField, getList, getNumber, getText, isRecent, json, parseObject } from "./exchange.ts";
import type { Operation } from "./faults.ts";
import type { Shipment } from "./shipments.ts";

const seconds = () => Math.floor(Date.now() / 1000);
const requestId = () => randomBytes(8).toString("hex");

const succeeded = (result: unknown): Reply =>
  json(200, { t: seconds(), success: true, code: "00000000", msg: "", request_id: requestId(), ...(result !== undefined && { result }) });
const failed = (code: string, msg: string, status = 200): Reply =>
  json(status, { t: seconds(), success: false, code, msg, request_id: requestId() });

const tokenLifeSeconds = 7200;

function giveToken({ accounts, tokens }: Sandbox, { body }: Exchange): Reply {
  const given = parseObject(body);
  const account = accounts.find(
    ({ carrier, clientId, apiToken }) =>
      carrier === "yunexpress" && clientId === getText(given, "appId") && apiToken === getText(given, "appSecret"),
  );
  if (account === undefined || getText(given, "grantType") !== "client_credentials")
    return failed("401001", "appId or appSecret is wrong", 401);
  const accessToken = randomBytes(24).toString("hex");
  tokens.set(accessToken, { account, endsAt: Date.now() + tokenLifeSeconds * 1000 });
  return json(200, { accessToken, expiresIn: tokenLifeSeconds });
}

function findAccount({ tokens }: Sandbox, { method, url, headers, body }: Exchange): Account | null {
  const { date, sign, token } = headers;
  const given = tokens.get(String(token));
  if (given === undefined || given.endsAt < Date.now() || !isRecent(String(date))) return null;
  const text = `${body === "" ? "" : `body=${body}&`}date=${String(date)}&method=${method}&uri=${url.pathname}`;
  return createHmac("sha256", given.account.apiToken).update(text).digest("base64") === sign ? given.account : null;
}

const toGrams = (value: number, unit: string) => Math.round(value * ({ KG: 1000, G: 1, LBS: 453.592 }[unit] ?? Number.NaN));

/** Returns why a package is refused; null if it is not. */
function findFault(order: unknown): string | null {
  for (const name of ["product_code", "customer_order_number", "weight_unit", "size_unit"] as const)
    if (getText(order, name) === "") return `${name} is required`;
  if (getText(order, "customer_order_number").length > 50) return "customer_order_number is too long";
  if (!products.yunexpress.some(({ code }) => code === getText(order, "product_code"))) return "The product is not available";
  const [box] = getList(order, "packages");
  if (!(toGrams(getNumber(box, "weight"), getText(order, "weight_unit")) >= 1)) return "packages.weight is wrong";
  if (!["", "PDF", "ZPL"].includes(getText(order, "label_type"))) return "label_type is wrong";
  const receiver = getField(order, "receiver");
  if (getText(receiver, "first_name") + getText(receiver, "name") === "") return "receiver.first_name is required";
  if (!/^[A-Z]{2}$/.test(getText(receiver, "country_code"))) return "receiver.country_code is wrong";
  const goods = getList(order, "declaration_info");
  if (goods.length === 0 || goods.some((one) => getText(one, "name_en") === "" || !(getNumber(one, "quantity") >= 1)))
    return "declaration_info is incomplete";
  return null;
}

function create({ shipments }: Sandbox, { clientId }: Account, order: unknown): Reply {
  const fault = findFault(order);
  if (fault !== null) return failed("400001", fault);
  const reference = getText(order, "customer_order_number");
  const receiver = getField(order, "receiver");
  const shipment = shipments.add({
    carrier: "yunexpress",
    clientId,
    reference,
    productCode: getText(order, "product_code"),
    grams: toGrams(getNumber(getList(order, "packages")[0], "weight"), getText(order, "weight_unit")),
    labelFormat: getText(order, "label_type") === "ZPL" ? "ZPL" : "PDF",
    recipient: {
      name: `${getText(receiver, "first_name")} ${getText(receiver, "last_name")}`.trim(),
      country: getText(receiver, "country_code"),
      lines: [...getList(receiver, "address_lines").map(String), `${getText(receiver, "city")} ${getText(receiver, "postal_code")}`],
    },
  });
  if (shipment === null) return failed("400008", `customer_order_number ${reference} already exists`);
  return succeeded({
    customer_order_number: reference,
    waybill_number: shipment.waybillNumber,
    tracking_number: shipment.trackingNumber,
    bar_codes: [shipment.waybillNumber],
    remote_area: false,
    track_type: "1",
    shipper_boxs: [],
  });
}

const statusByState = { created: "A", inTransit: "C", delivered: "D", exception: "Y", returned: "Y", cancelled: "E" } as const;

function showDetail({ waybillNumber, reference, productCode, trackingNumber, state, grams, recipient }: Shipment) {
  return {
    waybill_number: waybillNumber,
    customer_order_number: reference,
    product_code: productCode,
    tracking_number: trackingNumber,
    pieces: 1,
    weight_unit: "KG",
    size_unit: "CM",
    status: statusByState[state],
    chargeWeight: 0,
    packages: [{ weight: grams / 1000 }],
    receiver: { country_code: recipient.country, first_name: recipient.name, last_name: "", address_lines: recipient.lines },
  };
}

function serve(sandbox: Sandbox, exchange: Exchange, operation: Operation): Reply {
  if (operation === "token") return giveToken(sandbox, exchange);
  const account = findAccount(sandbox, exchange);
  if (account === null) return failed("401002", "The token or the signature is wrong", 401);
  if (operation === "products") {
    const detail = products.yunexpress.map(({ code, nameZh }) => ({ product_code: code, product_name: nameZh, product_group_code: "MA" }));
    return json(200, { t: seconds(), success: true, code: "00000000", msg: "", detail });
  }
  const data = parseObject(exchange.body);
  if (operation === "create") return create(sandbox, account, data);
  const number = operation === "cancel" ? getText(data, "waybill_number") : (exchange.url.searchParams.get("order_number") ?? "");
  const shipment = sandbox.shipments.find("yunexpress", account.clientId, number);
  if (shipment === null) return failed("404001", `Order ${number} does not exist`);
  switch (operation) {
    case "find":
      return succeeded(showDetail(shipment));
    case "label":
      if (shipment.isLabelForgotten || shipment.state === "cancelled") return failed("404002", `The label of ${number} does not exist`);
      return succeeded({
        order_number: number,
        url: `${sandbox.origin}/yunexpress/label/${shipment.waybillNumber}.${shipment.labelFormat === "ZPL" ? "zpl" : "pdf"}`,
        label_type: shipment.labelFormat ?? "PDF",
        label_string: "",
      });
    case "cancel":
      if (shipment.state !== "created") return failed("400009", "The order was received and cannot be cancelled");
      sandbox.shipments.move(shipment, "cancelled");
      return succeeded(undefined);
    default:
      return succeeded({
        waybill_number: shipment.waybillNumber,
        track_info: [
          {
            track_events: shipment.points.map(({ at, text, location }) => ({
              time_zone: "+8",
              description: text,
              event_date: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
              location,
            })),
          },
        ],
      });
  }
}

const operationByCall: ReadonlyMap<string, Operation> = new Map([
  ["POST /openapi/oauth2/token", "token"],
  ["GET /v1/basic-data/products/getlist", "products"],
  ["POST /v1/order/package/create", "create"],
  ["GET /v1/order/info/get", "find"],
  ["GET /v1/order/label/get", "label"],
  ["POST /v1/order/cancel", "cancel"],
  ["GET /v1/track-service/info/get", "tracking"],
]);

/** Reads a request to YunExpress; null if it is none. */
export function readYunExpress(sandbox: Sandbox, exchange: Exchange): Requested | null {
  const operation = operationByCall.get(`${exchange.method} ${exchange.url.pathname}`);
  return operation === undefined ? null : { carrier: "yunexpress", operation, serve: () => serve(sandbox, exchange, operation) };
}
