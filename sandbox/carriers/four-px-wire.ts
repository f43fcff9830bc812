import { createHash } from "node:crypto";
import { products } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import type { Exchange, Reply, Requested, Sandbox } from "./exchange.ts";
import { getField, getList, getNumber, getText, isRecent, json, parseObject } from "./exchange.ts";
import type { Operation } from "./faults.ts";
import type { Shipment } from "./shipments.ts";

const succeeded = (data: unknown): Reply => json(200, { result: "1", msg: "System processing succeeded", errors: null, data });

function failed(code: string, text: string, reference: string | null = null): Reply {
  const error = { error_code: code, error_msg: text, error_data: null, reference_code: reference };
  return json(200, { result: "0", msg: "System processing failed", errors: [error], data: null });
}

/** Finds the account whose secret signed the request. */
function findAccount({ accounts }: Sandbox, { url, body }: Exchange): Account | null {
  const names = ["app_key", "format", "method", "timestamp", "v"] as const;
  const run = names.map((name) => `${name}${url.searchParams.get(name) ?? ""}`).join("");
  const account = accounts.find(({ carrier, clientId }) => carrier === "4px" && clientId === url.searchParams.get("app_key"));
  if (account === undefined || !isRecent(url.searchParams.get("timestamp") ?? "")) return null;
  const sign = createHash("md5").update(`${run}${body}${account.apiToken}`).digest("hex");
  return sign === url.searchParams.get("sign") ? account : null;
}

const statusByState = { created: "S", inTransit: "H", delivered: "C", exception: "H", returned: "C", cancelled: "X" } as const;
const codeByState = {
  created: "FPX_L_RPIF",
  inTransit: "FPX_M_DFOA",
  delivered: "FPX_S_OK",
  exception: "FPX_D_FD",
  returned: "FPX_S_RTS",
  cancelled: "FPX_O_SCB",
} as const;

function showConsignment(shipment: Shipment) {
  const { waybillNumber, reference, trackingNumber, productCode, createdAt, state, grams } = shipment;
  return {
    consignment_info: {
      "4px_tracking_no": waybillNumber,
      ds_consignment_no: `DS${waybillNumber.slice(3)}`,
      ref_no: reference,
      logistics_channel_no: trackingNumber,
      logistics_product_code: productCode,
      logistics_product_name: products["4px"].find(({ code }) => code === productCode)?.nameZh ?? "",
      consignment_create_date: createdAt.getTime(),
      consignment_status: statusByState[state],
      has_check_oda: "N",
      insure_status: "N",
      insure_type: "",
      is_hold_sign: "N",
      oda_result_sign: "N",
    },
    parcel_confirm_info: { confirm_parcel_qty: "1", confirm_parcel_weight: grams, parcel_list_confirm_info: [] },
  };
}

/** Returns why an order is refused; null if it is not. */
function findFault(order: unknown): string | null {
  const recipient = getField(order, "recipient_info");
  const [parcel] = getList(order, "parcel_list");
  const goods = getList(parcel, "declare_product_info");
  if (getText(order, "ref_no") === "") return "ref_no can not be empty";
  if (!products["4px"].some(({ code }) => code === getText(getField(order, "logistics_service_info"), "logistics_product_code")))
    return "The logistics product does not exist";
  for (const name of ["first_name", "country", "city", "street"] as const)
    if (getText(recipient, name) === "") return `recipient_info.${name} can not be empty`;
  if (!Number.isInteger(getNumber(parcel, "weight")) || getNumber(parcel, "weight") < 1) return "parcel_list.weight must be whole grams";
  if (goods.length === 0) return "declare_product_info can not be empty";
  if (goods.some((one) => !/\p{Script=Han}/u.test(getText(one, "declare_product_name_cn"))))
    return "declare_product_name_cn must be Chinese";
  return null;
}

function create({ shipments }: Sandbox, { clientId }: Account, order: unknown): Reply {
  const reference = getText(order, "ref_no");
  const fault = findFault(order);
  if (fault !== null) return failed("DS000002", fault, reference);
  const recipient = getField(order, "recipient_info");
  const shipment = shipments.add({
    carrier: "4px",
    clientId,
    reference,
    productCode: getText(getField(order, "logistics_service_info"), "logistics_product_code"),
    grams: getNumber(getList(order, "parcel_list")[0], "weight"),
    recipient: {
      name: getText(recipient, "first_name"),
      country: getText(recipient, "country"),
      lines: [getText(recipient, "street"), `${getText(recipient, "city")} ${getText(recipient, "post_code")}`],
    },
  });
  if (shipment === null) return failed("DS000007", `Ref_no: ${reference} in processing`, reference);
  return succeeded({
    ds_consignment_no: `DS${shipment.waybillNumber.slice(3)}`,
    "4px_tracking_no": shipment.waybillNumber,
    label_barcode: "",
    logistics_channel_name: "SANDBOX",
    ref_no: reference,
    logistics_channel_no: shipment.trackingNumber,
  });
}

const missing = (number: string) => failed("0", "Can not find this order", number);

function serve(sandbox: Sandbox, exchange: Exchange, operation: Operation): Reply {
  const account = findAccount(sandbox, exchange);
  if (account === null) return failed("000003", "Invalid sign, app_key or timestamp");
  const data = parseObject(exchange.body);
  if (data === null) return failed("000005", "The request body is not JSON");
  if (operation === "products")
    return succeeded(
      products["4px"].map(({ code, nameEn, nameZh }) => ({
        logistics_product_code: code,
        logistics_product_name_cn: nameZh,
        logistics_product_name_en: nameEn,
        billing_volume_weight: "N",
        order_track: "Y",
        surface_mail: "N",
      })),
    );
  if (operation === "create") return create(sandbox, account, data);
  const number = getText(data, operation === "tracking" ? "deliveryOrderNo" : "request_no");
  const shipment = sandbox.shipments.find("4px", account.clientId, number);
  if (shipment === null) return missing(number);
  switch (operation) {
    case "find":
      return succeeded([showConsignment(shipment)]);
    case "label":
      if (shipment.isLabelForgotten || shipment.state === "cancelled") return missing(number);
      return succeeded({
        label_barcode: "",
        label_url_info: { logistics_label: `${sandbox.origin}/4px/label/${shipment.waybillNumber}.pdf` },
      });
    case "cancel":
      if (shipment.state !== "created") return failed("DS000031", "The order can not be cancelled", number);
      sandbox.shipments.move(shipment, "cancelled");
      return succeeded(null);
    default:
      return succeeded({
        deliveryOrderNo: number,
        trackingList: shipment.points.map(({ at, state, text, location }) => ({
          businessLinkCode: codeByState[state],
          occurDatetime: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
          timeZone: "UTC+08:00",
          occurLocation: location,
          trackingContent: text,
        })),
      });
  }
}

const operationByMethod: ReadonlyMap<string, Operation> = new Map([
  ["ds.xms.logistics_product.getlist", "products"],
  ["ds.xms.order.create", "create"],
  ["ds.xms.order.get", "find"],
  ["ds.xms.label.get", "label"],
  ["ds.xms.order.cancel", "cancel"],
  ["tr.order.tracking.get", "tracking"],
]);

/** Reads a request to 4PX; null if it is none. */
export function readFourPx(sandbox: Sandbox, exchange: Exchange): Requested | null {
  const { method, url } = exchange;
  if (method !== "POST" || url.pathname !== "/router/api/service") return null;
  const operation = operationByMethod.get(url.searchParams.get("method") ?? "");
  return operation === undefined ? null : { carrier: "4px", operation, serve: () => serve(sandbox, exchange, operation) };
}
