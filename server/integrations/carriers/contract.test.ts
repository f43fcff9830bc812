import { createServer } from "node:http";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sharedFile } from "#tests/factories/shared-file.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { Carrier, NewWaybill } from "./carrier.ts";
import { createCarrierOpener } from "./open-carrier.ts";

interface Sample {
  section: string;
  sub: string;
  json: Record<string, unknown>;
}
type Schema = Record<string, unknown>;

const samples = JSON.parse(sharedFile("contracts/carriers/4px-samples.json") ?? "[]") as Sample[];
const yunExpress = sharedFile("contracts/carriers/yunexpress-openapi.yaml");
const yanwen = JSON.parse(sharedFile("contracts/carriers/yanwen.json") ?? "null") as {
  create_request: Record<"required" | "receiverInfo" | "senderInfo" | "parcelInfo" | "productList", string[]>;
  "create_response.data": string[];
  "label_response.data": string[];
  envelope: Record<string, string>;
  channel: string[];
} | null;
const isAbsent = yanwen === null || yunExpress === null || samples.length === 0;

let sandbox: SandboxCarriers;
beforeAll(async () => {
  sandbox = await startSandboxCarriers();
});
afterAll(() => sandbox.stop());
let stop = (): unknown => undefined;
afterEach(() => stop());

const address = {
  name: "Zoë Łukasz",
  company: "Small & Co",
  phone: "+1 555 0100",
  email: "zoe@example.com",
  countryCode: "US",
  state: "NY",
  city: "Auburn",
  postcode: "13021",
  street: "12 Main St",
};
const waybill: NewWaybill = {
  reference: "753256426600898560",
  channelCode: "PX-REG",
  channelInternalId: "",
  sender: { ...address, countryCode: "CN" },
  recipient: { ...address, idNumber: "X0000000" },
  grams: 95,
  size: { lengthMm: 203, widthMm: 150, heightMm: 40 },
  currency: "EUR",
  hasBattery: true,
  labelFormat: "pdf",
  items: [
    {
      sku: "A",
      nameEn: "Case",
      nameZh: "手机壳",
      quantity: 2,
      unitValueCents: 350,
      currency: "EUR",
      unitGrams: 40,
      hsCode: "39269090",
      originCountry: "CN",
    },
  ],
  iossNumber: "IM0123456789",
  vatNumber: "DE123",
  collect: null,
};

type Name = "4px" | "yunexpress" | "yanwen";
const channels: Readonly<Record<Name, Partial<NewWaybill>>> = {
  "4px": {},
  yunexpress: { channelCode: "BKZXR" },
  yanwen: { channelInternalId: "481" },
};

function open(name: Name): Carrier {
  const carrier = createCarrierOpener(sandbox.bases)(name, sandbox.credentials(name));
  if (carrier === null) throw new Error("no carrier");
  return carrier;
}

/** Makes every request once. @returns what was sent and answered, by operation */
async function makeEveryRequest(name: Name) {
  await sandbox.control.reset();
  const carrier = open(name);
  await carrier.listChannels();
  const made = await carrier.createWaybill({ ...waybill, ...channels[name] });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const { waybillNumber } = made.value;
  await carrier.findWaybill(waybill.reference);
  await carrier.getLabel(waybillNumber);
  await carrier.getTracking(waybillNumber);
  await carrier.cancelWaybill(waybillNumber, "test");
  await carrier.cancelWaybill("NONE", "test");
  const requests = await sandbox.control.requests();
  return (operation: string, at = 0) => {
    const found = requests.filter((one) => one.operation === operation)[at];
    if (found === undefined) throw new Error(`no request ${operation}`);
    const parse = (text: string) => (text === "" ? {} : JSON.parse(text)) as Schema;
    return { ...found, body: parse(found.body), answer: parse(found.answer) };
  };
}

/** Lists the paths of all fields, `*` for an item of a list. */
function listPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => listPaths(one, `${path}.*`));
  if (typeof value !== "object" || value === null) return [path.slice(1)];
  return Object.entries(value).flatMap(([name, one]) => listPaths(one, `${path}.${name}`));
}
const pathsOf = (value: unknown) => [...new Set(listPaths(value))].toSorted();

function sample(method: string, sub: string, at = 0): Schema {
  const found = samples.filter((one) => one.section.includes(`(${method})`) && one.sub.startsWith(sub))[at];
  if (found === undefined) throw new Error(`no sample ${method} ${sub}`);
  return found.json;
}

/** Serves one answer to every request. */
async function replay(answers: (target: string) => object): Promise<string> {
  const server = createServer((request, response) => void response.end(JSON.stringify(answers(request.url ?? ""))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => server.close();
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("no port");
  return `http://127.0.0.1:${listening.port}`;
}

function openAt(base: string, name: Name): Carrier {
  const bases = { FOUR_PX_API_BASE: base, YUNEXPRESS_API_BASE: base, YANWEN_API_BASE: base };
  const carrier = createCarrierOpener(bases)(name, { clientId: "contract", apiToken: "contract-token", account: "" });
  if (carrier === null) throw new Error("no carrier");
  return carrier;
}

describe.skipIf(isAbsent)("the published contract of 4PX (needs ../shared)", () => {
  test("our requests have the fields of the published samples", async () => {
    const at = await makeEveryRequest("4px");
    const published = pathsOf(sample("ds.xms.order.create", "Request"));
    // In the documentation, not in the sample: the number of the EU's import one-stop shop.
    const unknown = pathsOf(at("create").body).filter((path) => !published.includes(path) && path !== "ioss_no");
    expect(unknown).toEqual([]);
    expect(pathsOf(at("cancel").body)).toEqual(pathsOf(sample("ds.xms.order.cancel", "Request")));
    expect(Object.keys(sample("ds.xms.order.get", "Request"))).toEqual(expect.arrayContaining(Object.keys(at("find").body)));
    expect(at("products").body).toEqual(sample("ds.xms.logistics_product.getlist", "Request"));
  });

  test("the sandbox's answers have the fields of the published samples", async () => {
    const at = await makeEveryRequest("4px");
    expect(pathsOf(at("create").answer["data"])).toEqual(pathsOf(sample("ds.xms.order.create", "Response", 1)["data"]));
    expect(pathsOf(at("cancel").answer)).toEqual(pathsOf(sample("ds.xms.order.cancel", "Response", 1)));
    expect(pathsOf(at("cancel", 1).answer)).toEqual(pathsOf(sample("ds.xms.order.cancel", "Response")));
    expect(pathsOf(at("products").answer["data"])).toEqual(pathsOf(sample("ds.xms.logistics_product.getlist", "Response")["data"]));
    const published = pathsOf(sample("ds.xms.order.get", "Response")["data"]);
    expect(pathsOf(at("find").answer["data"]).filter((path) => !published.includes(path))).toEqual([]);
  });

  test("the published answers are read", async () => {
    const carrier = (answer: Schema) => replay(() => answer).then((base) => openAt(base, "4px"));
    const made = await (await carrier(sample("ds.xms.order.create", "Response", 1))).createWaybill(waybill);
    expect(made).toEqual({
      ok: true,
      value: { reference: waybill.reference, waybillNumber: "800900010807", trackingNumber: "900900010237", isCancelled: false },
    });
    stop();
    const processing = await (await carrier(sample("ds.xms.order.create", "Response"))).createWaybill(waybill);
    expect(processing).toMatchObject({ problem: { kind: "duplicate", code: "DS000007" } });
    stop();
    const found = await (await carrier(sample("ds.xms.order.get", "Response"))).findWaybill("AQ710216678CN");
    expect(found).toMatchObject({ value: { waybillNumber: "305646756838", trackingNumber: "420766679365559903506222909294" } });
    stop();
    expect(await (await carrier(sample("ds.xms.order.cancel", "Response"))).cancelWaybill("1", "")).toMatchObject({
      problem: { kind: "notFound" },
    });
    stop();
    expect(await (await carrier(sample("ds.xms.order.cancel", "Response", 1))).cancelWaybill("1", "")).toEqual({ ok: true, value: {} });
    stop();
    const listed = await (await carrier(sample("ds.xms.logistics_product.getlist", "Response"))).listChannels();
    expect(listed).toMatchObject({ value: [{ code: "A2", nameZh: "4PX标准专线" }, { code: "A5" }, { code: "A6" }] });
    stop();
    const held = await (await carrier(sample("ds.xms.order.hold", "Response"))).cancelWaybill("1", "");
    expect(held).toMatchObject({ problem: { kind: "refused", code: "DS000031", text: "This product can not be intercepted" } });
  });
});

describe.skipIf(isAbsent)("the published contract of YunExpress (needs ../shared)", () => {
  interface Operation {
    responses: Record<string, { content: { "application/json": { schema: Schema; example?: object } } }>;
    requestBody?: { content: { "application/json": { schema: Schema } } };
    parameters?: { name: string }[];
  }
  let paths: Record<string, Record<string, Operation>>;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });

  beforeAll(async () => {
    const validator = new Validator();
    await validator.validate(yunExpress ?? "");
    const specification = validator.specification as { paths: typeof paths; components: Schema };
    paths = specification.paths;
    ajv.addSchema({ $id: "contract", components: specification.components });
  });

  function findOperation({ method, target }: { method: string; target: string }): Operation {
    const found = paths[target.split("?")[0] ?? ""]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`the contract has no ${method} ${target}`);
    return found;
  }

  function faults(schema: Schema, value: unknown): string[] {
    const inFile = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as Schema;
    const validate = ajv.compile(inFile);
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  }

  test("our requests and the sandbox's answers are those of the contract", async () => {
    const at = await makeEveryRequest("yunexpress");
    for (const operation of ["products", "create", "find", "label", "tracking", "cancel"]) {
      const request = at(operation);
      const published = findOperation(request);
      const names = [...new URL(request.target, "http://x").searchParams.keys()];
      expect((published.parameters ?? []).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
      const body = published.requestBody?.content["application/json"].schema;
      if (body !== undefined) expect(faults(body, request.body), operation).toEqual([]);
      const answer = published.responses["200"]?.content["application/json"].schema ?? {};
      expect(faults(answer, request.answer), operation).toEqual([]);
    }
    // The schemas allow other fields; ours are all published.
    const schemas = (ajv.getSchema("contract#/components/schemas/CreatePackageRequest")?.schema ?? {}) as { properties: Schema };
    expect(Object.keys(schemas.properties)).toEqual(expect.arrayContaining(Object.keys(at("create").body)));
  });

  test("the published answers are read", async () => {
    const example = (path: string, method: string) => paths[path]?.[method]?.responses["200"]?.content["application/json"].example ?? {};
    const base = await replay((target) => {
      const path = target.split("?")[0] ?? "";
      if (path === "/openapi/oauth2/token") return { accessToken: "token-of-the-contract", expiresIn: 7200 };
      return path.endsWith("create") ? example(path, "post") : example(path, "get");
    });
    const carrier = openAt(base, "yunexpress");
    const reference = "C06901223361651120772372746_D8720";
    const expected = { reference, waybillNumber: "YT2233621266010029", isCancelled: false };
    expect(await carrier.createWaybill({ ...waybill, reference })).toMatchObject({
      value: { ...expected, trackingNumber: "LE339614461CN" },
    });
    expect(await carrier.findWaybill(reference)).toMatchObject({ value: { ...expected, trackingNumber: "" } });
    const event = { text: "Parcel has been delivered", location: "New York", at: new Date("2023-03-10T06:30:00Z") };
    expect(await carrier.getTracking("YT2231431267000001")).toMatchObject({ value: { status: "inTransit", events: [event] } });
  });
});

describe.skipIf(isAbsent)("the published contract of Yanwen (needs ../shared)", () => {
  const plain = (names: readonly string[]) => names.map((name) => name.replace(/\*.*$| .*$|\(.*$/, "")).map((name) => name.trim());
  const required = (names: readonly string[]) => plain(names.filter((name) => name.includes("*")));

  test("our order has the required fields of the contract, and no others", async () => {
    const { create_request: contract } = yanwen ?? expect.unreachable();
    const { body } = (await makeEveryRequest("yanwen"))("create");
    const parcel = body["parcelInfo"] as { productList: Schema[] } & Schema;
    expect(Object.keys(body)).toEqual(expect.arrayContaining(contract.required));
    for (const [part, names] of [
      [body["receiverInfo"], contract.receiverInfo],
      [body["senderInfo"], contract.senderInfo],
      [parcel, contract.parcelInfo],
      [parcel.productList[0], contract.productList],
    ] as const) {
      const fields = Object.keys(part as object);
      expect(fields).toEqual(expect.arrayContaining(required(names)));
      expect(plain(names)).toEqual(expect.arrayContaining(fields));
    }
    expect(parcel).toMatchObject({ totalWeight: 95, totalPrice: 7, totalQuantity: 2, hasBattery: 1, ioss: "IM0123456789" });
  });

  test("the sandbox's answers have the published fields", async () => {
    const contract = yanwen ?? expect.unreachable();
    const at = await makeEveryRequest("yanwen");
    for (const operation of ["products", "create", "label", "cancel"])
      expect(Object.keys(at(operation).answer).toSorted(), operation).toEqual(Object.keys(contract.envelope).toSorted());
    const fields = (operation: string) => Object.keys(at(operation).answer["data"] as object);
    expect(fields("create").toSorted()).toEqual(contract["create_response.data"].toSorted());
    expect(fields("label").toSorted()).toEqual(contract["label_response.data"].toSorted());
    expect(Object.keys((at("products").answer["data"] as object[])[0] ?? {}).toSorted()).toEqual(contract.channel.toSorted());
  });
});
