import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readServerEnvironment } from "#server/platform/runtime/environment.ts";
import { startSandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { SandboxCarriers } from "#tests/factories/sandbox-carriers.ts";
import type { Carrier, CarrierItem, CarrierProblem, NewWaybill } from "./carrier.ts";
import { createCarrierOpener } from "./open-carrier.ts";

let sandbox: SandboxCarriers;
beforeAll(async () => {
  sandbox = await startSandboxCarriers();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset());

const names = ["4px", "yunexpress", "yanwen"] as const;
type Name = (typeof names)[number];
const channels = { "4px": "PX-REG", yunexpress: "YT-DIRECT", yanwen: "112" } as const;

function open(name: Name, more: { apiToken?: string; timeoutMs?: number } = {}): Carrier {
  const { timeoutMs = 5000, ...changed } = more;
  const carrier = createCarrierOpener(sandbox.bases)(name, { ...sandbox.credentials(name), ...changed }, { timeoutMs });
  if (carrier === null) throw new Error(`${name} has no implementation`);
  return carrier;
}

const item: CarrierItem = {
  sku: "CASE-1",
  nameEn: "Phone case",
  nameZh: "手机壳",
  quantity: 2,
  currency: "USD",
  unitValueCents: 350,
  unitGrams: 40,
  hsCode: "39269090",
  originCountry: "CN",
};
const sender = {
  name: "Li Lei",
  company: "Harbour Logistics",
  phone: "13800138000",
  email: "",
  countryCode: "CN",
  state: "Guangdong",
  city: "Shenzhen",
  postcode: "518000",
  street: "1 Harbour Road",
};
const recipient = {
  name: "Zoë Łukasz",
  company: "",
  phone: "+1 555 0100",
  email: "zoe@example.com",
  countryCode: "US",
  state: "NY",
  city: "Auburn",
  postcode: "13021",
  street: "12 Main St & 3rd Ave",
  idNumber: "",
};

let count = 0;
function newWaybill(name: Name, more: Partial<NewWaybill> = {}): NewWaybill {
  count += 1;
  return {
    reference: `QS-${count}`,
    channelCode: channels[name],
    channelInternalId: name === "yanwen" ? "112" : "",
    sender,
    recipient,
    grams: 95,
    size: { lengthMm: 203, widthMm: 150, heightMm: 40 },
    currency: "USD",
    hasBattery: false,
    labelFormat: "pdf",
    items: [item],
    iossNumber: "",
    vatNumber: "",
    collect: null,
    ...more,
  };
}

/** Returns what a carrier did. @throws Error with the problem */
async function must<T>(result: Promise<{ ok: true; value: T } | { ok: false; problem: CarrierProblem }>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(JSON.stringify(settled.problem));
  return settled.value;
}

async function readProblem(
  result: Promise<{ ok: true; value: unknown } | { ok: false; problem: CarrierProblem }>,
): Promise<CarrierProblem> {
  const settled = await result;
  if (settled.ok) throw new Error(`no problem: ${JSON.stringify(settled.value)}`);
  return settled.problem;
}

test("an API without an implementation opens nothing", () => {
  expect(createCarrierOpener({})("other", { clientId: "", apiToken: "", account: "" })).toBeNull();
});

test.each(["FOUR_PX_API_BASE", "YUNEXPRESS_API_BASE", "YANWEN_API_BASE"])("%s is refused in production", (name) => {
  expect(() => readServerEnvironment({ NODE_ENV: "production", [name]: sandbox.origin })).toThrow(`${name}: is not allowed in production`);
  expect(readServerEnvironment({ [name]: sandbox.origin })).toMatchObject({ [name]: sandbox.origin });
});

test("a product that the carrier does not know is a refusal, and no missing waybill", async () => {
  const waybill = newWaybill("4px", { channelCode: "GONE" });
  expect(await readProblem(open("4px").createWaybill(waybill))).toMatchObject({
    kind: "refused",
    text: "The logistics product does not exist",
  });
});

describe.each(names)("%s", (name) => {
  test("tests an account, and lists its channels", async () => {
    const carrier = open(name);
    expect(await must(carrier.testAccount())).toEqual({ channelCount: 3 });
    const [first] = await must(carrier.listChannels());
    expect(first?.code).toBe(channels[name]);
    expect(first?.nameZh).toMatch(/\p{Script=Han}/u);
  });

  test("refuses wrong credentials, and its words name no secret", async () => {
    const problem = await readProblem(open(name, { apiToken: "another-secret-token" }).testAccount());
    expect(problem.kind).toBe("badCredentials");
    expect(problem.text).not.toContain("another-secret-token");
    expect((await readProblem(open(name, { apiToken: "another-secret-token" }).createWaybill(newWaybill(name)))).kind).toBe(
      "badCredentials",
    );
    expect(await sandbox.control.shipments()).toHaveLength(0);
  });

  test("creates a waybill, which is found by our reference, labelled, tracked and cancelled", async () => {
    const carrier = open(name);
    const wanted = newWaybill(name);
    expect(await must(carrier.findWaybill(wanted.reference))).toBeNull();
    const made = await must(carrier.createWaybill(wanted));
    expect(made).toMatchObject({ reference: wanted.reference, isCancelled: false });
    expect(await must(carrier.findWaybill(wanted.reference))).toEqual(made);
    const [shipment] = await sandbox.control.shipments();
    expect(shipment).toMatchObject({ grams: 95, recipient: { name: "Zoë Łukasz", country: "US" }, productCode: channels[name] });
    const label = await must(carrier.getLabel(made.waybillNumber));
    expect(label.type).toBe("application/pdf");
    expect(label.bytes.toString("latin1")).toContain(made.waybillNumber);
    expect(await must(carrier.getTracking(made.waybillNumber))).toMatchObject({ status: "created" });
    await must(carrier.cancelWaybill(made.waybillNumber, "packed anew"));
    expect(await must(carrier.findWaybill(wanted.reference))).toMatchObject({ isCancelled: true });
    expect((await readProblem(carrier.cancelWaybill(made.waybillNumber, "again"))).kind).toBe("refused");
  });

  test("refuses a second waybill with the same reference as a duplicate", async () => {
    const carrier = open(name);
    const wanted = newWaybill(name);
    await must(carrier.createWaybill(wanted));
    expect((await readProblem(carrier.createWaybill(wanted))).kind).toBe("duplicate");
    expect(await sandbox.control.shipments()).toHaveLength(1);
  });

  test("says why it refuses an order, and does not know others' numbers", async () => {
    const carrier = open(name);
    const problem = await readProblem(carrier.createWaybill(newWaybill(name, { channelCode: "GONE", channelInternalId: "" })));
    expect(problem.kind).toBe("refused");
    expect(problem.text).not.toBe("");
    expect((await readProblem(carrier.getLabel("NO-SUCH-NUMBER"))).kind).toBe("notFound");
    expect((await readProblem(carrier.getTracking("NO-SUCH-NUMBER"))).kind).toBe("notFound");
    expect((await readProblem(carrier.cancelWaybill("NO-SUCH-NUMBER", ""))).kind).toBe("notFound");
  });

  test.each([
    ["its answer is lost", { lost: true }, 1],
    ["it answers too late", { lateMs: 5000 }, 1],
    ["it never answers", { delayMs: 5000 }, 0],
    ["its server fails", { status: 502 }, 0],
    ["it answers with a page", { wrong: "html" }, 1],
    ["its answer is empty", { wrong: "empty" }, 1],
    ["its answer is cut off", { wrong: "cut" }, 1],
    ["it answers for another reference", { wrong: "otherReference" }, 1],
  ] as const)("leaves it unclear whether there is a waybill if %s, and finds it by our reference", async (_what, fault, waybills) => {
    const carrier = open(name, { timeoutMs: 400 });
    await must(carrier.testAccount());
    const wanted = newWaybill(name);
    await sandbox.control.fail({ operation: "create", ...fault });
    expect((await readProblem(carrier.createWaybill(wanted))).kind).toBe("unclear");
    const found = await must(carrier.findWaybill(wanted.reference));
    expect(found === null ? 0 : 1).toBe(waybills);
  });

  test("answers a request that arrived twice as a duplicate, with one waybill", async () => {
    const carrier = open(name);
    await must(carrier.testAccount());
    await sandbox.control.fail({ operation: "create", twice: true });
    const wanted = newWaybill(name);
    expect((await readProblem(carrier.createWaybill(wanted))).kind).toBe("duplicate");
    expect((await must(carrier.findWaybill(wanted.reference)))?.isCancelled).toBe(false);
    expect(await sandbox.control.shipments()).toHaveLength(1);
  });

  test.each([
    ["rateLimited", { status: 429 }],
    ["unreachable", { status: 500 }],
    ["unreachable", { lost: true }],
    ["unreadable", { wrong: "html" }],
    ["unreadable", { wrong: "cut" }],
  ] as const)("is %s for reads when it fails with %o", async (kind, fault) => {
    const carrier = open(name);
    await must(carrier.testAccount());
    await sandbox.control.fail({ times: 1, ...fault });
    expect((await readProblem(carrier.listChannels())).kind).toBe(kind);
    expect((await must(carrier.listChannels())).length).toBe(3);
  });

  test("forgets a label after the manifest, and follows the parcel", async () => {
    const carrier = open(name);
    const { waybillNumber } = await must(carrier.createWaybill(newWaybill(name)));
    await sandbox.control.forgetLabels();
    await sandbox.control.manifest();
    expect((await readProblem(carrier.getLabel(waybillNumber))).kind).toBe("notFound");
    expect((await must(carrier.getTracking(waybillNumber))).status).toBe("inTransit");
    await sandbox.control.move("delivered");
    const { status, events } = await must(carrier.getTracking(waybillNumber));
    expect(status).toBe("delivered");
    expect(events.map(({ text }) => text)).toEqual(["Delivered", "Departed from the sorting centre", "Shipment information received"]);
    expect(Math.abs((events[0]?.at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("takes 50 waybills a second, and says when to go on", async () => {
    const carrier = open(name);
    await must(carrier.testAccount());
    await sandbox.control.setLimit(3);
    const made = await Promise.all(Array.from({ length: 8 }, () => carrier.createWaybill(newWaybill(name))));
    await sandbox.control.setLimit(50);
    const problems = made.flatMap((one) => (one.ok ? [] : [one.problem]));
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatchObject({ kind: "rateLimited", retryAfterMs: 1000 });
    expect(await sandbox.control.shipments()).toHaveLength(8 - problems.length);
  });
});

test("YunExpress: an ended token is renewed once, and concurrent calls share one", async () => {
  const carrier = open("yunexpress");
  await sandbox.control.endTokens();
  const results = await Promise.all(Array.from({ length: 6 }, () => carrier.listChannels()));
  expect(results.every(({ ok }) => ok)).toBe(true);
  const exchanges = (await sandbox.control.requests()).filter(({ operation }) => operation === "token");
  expect(exchanges.length).toBeLessThanOrEqual(2);
});

test("YunExpress: a label is asked for and read in ZPL where that is wished", async () => {
  const carrier = open("yunexpress");
  const { waybillNumber } = await must(carrier.createWaybill(newWaybill("yunexpress", { labelFormat: "zpl" })));
  const { type, bytes } = await must(carrier.getLabel(waybillNumber));
  expect(type).toBe("text/zpl");
  expect(bytes.toString()).toContain(`^FD${waybillNumber}^FS`);
  const { waybillNumber: other } = await must(carrier.createWaybill(newWaybill("yunexpress")));
  expect((await must(carrier.getLabel(other))).type).toBe("application/pdf");
});

test("Yanwen: equal lines are joined, and more than five kinds of goods are refused before it is asked", async () => {
  const carrier = open("yanwen");
  await must(carrier.createWaybill(newWaybill("yanwen", { items: Array.from({ length: 8 }, () => item) })));
  const [{ body } = { body: "" }] = (await sandbox.control.requests()).filter(({ operation }) => operation === "create");
  expect(JSON.parse(body)).toMatchObject({ parcelInfo: { totalQuantity: 16, totalPrice: 56, productList: [{ quantity: 16 }] } });
  const items = Array.from({ length: 6 }, (_, index) => ({ ...item, nameEn: `Case ${index}` }));
  expect(await readProblem(carrier.createWaybill(newWaybill("yanwen", { items })))).toMatchObject({
    kind: "refused",
    code: "tooManyLines",
  });
});
