import { describe, expect, test } from "vitest";
import { createOrder } from "./order-writes.contract.ts";
import type { OrderDraft } from "./draft-order.rules.ts";
import {
  createDraft,
  createEmptyLine,
  findCustomsFaults,
  findFaults,
  getExceeded,
  isEmptyLine,
  parsePastedLines,
  parseSavedDraft,
  sumDraft,
  toCustoms,
  toDeclaredLine,
  toDraft,
  toOrderInput,
} from "./draft-order.rules.ts";
import type { OrderDetail } from "./orders.contract.ts";

const locale = "en-US";
const line = { ...createEmptyLine("a"), sku: "MUG", quantity: "2" };
const draft: OrderDraft = { ...createDraft("one_piece"), lines: [line] };
const faults = (part: Partial<OrderDraft>) => findFaults({ ...draft, ...part }, locale);

describe("the faults of a draft", () => {
  test("are none in a draft with nothing but a line, and empty lines are not looked at", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ lines: [createEmptyLine("a")] })).toEqual([]);
    expect(isEmptyLine(createEmptyLine("a"))).toBe(true);
    expect(isEmptyLine({ ...createEmptyLine("a"), hsCode: "691200" })).toBe(false);
  });

  test("are numbers and currencies that cannot be read, each at its field", () => {
    expect(faults({ total: "12.50" })).toEqual(["currency"]);
    expect(faults({ total: "-1", currency: "USD" })).toEqual(["total"]);
    expect(faults({ codType: "cash" })).toEqual(["codAmount", "codCurrency"]);
    expect(faults({ weight: "0", length: "12.55", width: "12,5", height: "x" })).toEqual(["weight", "length", "height"]);
    expect(faults({ lines: [{ ...line, quantity: "1.5", unitPrice: "abc", hsCode: "12", declaredCurrency: "EURO" }] })).toEqual([
      "a:quantity",
      "a:unitPrice",
      "a:hsCode",
      "a:declaredCurrency",
    ]);
    expect(faults({ lines: [{ ...line, sku: "" }] })).toEqual(["a:sku"]);
    expect(faults({ email: "nope" })).toEqual(["email"]);
    expect(faults({ email: " someone@example.com " })).toEqual([]);
  });

  test("name the highest value where a number is above it", () => {
    expect(getExceeded("quantity", "10000000")).toBeNull();
    expect(getExceeded("quantity", "99999999")).toBe(10_000_000);
    expect(getExceeded("length", "10000,5")).toBe(10_000);
    expect(getExceeded("weight", "many")).toBeNull();
    expect(getExceeded("remark", "99999999999")).toBeNull();
  });
});

test("a draft is sent in the units of the call, without empty lines and currencies, and the call accepts it", () => {
  const input = toOrderInput(
    {
      ...draft,
      total: "49.9",
      currency: "USD",
      codType: "cash",
      codAmount: "10",
      codCurrency: "EUR",
      weight: "350",
      length: "12.5",
      width: "8",
      height: "3,2",
      lines: [
        line,
        createEmptyLine("b"),
        { ...line, key: "c", variantUuid: "019ac000-0000-7000-8000-000000000001", title: "Red", unitPrice: "7" },
      ],
    },
    locale,
  );
  expect(input).toMatchObject({ total_cents: 4990, cod_cents: 1000, weight_grams: 350, length_mm: 125, width_mm: 80, height_mm: 32 });
  expect(input.lines).toMatchObject([
    { sku: "MUG", quantity: 2, unit_price_cents: null },
    { variant_uuid: "019ac000-0000-7000-8000-000000000001", title: "Red", unit_price_cents: 700 },
  ]);
  expect(createOrder.input.safeParse(input).success).toBe(true);
  // An unused amount of an earlier choice is not sent.
  expect(toOrderInput({ ...draft, codAmount: "10", codCurrency: "EUR" }, locale)).toMatchObject({ cod_type: "none", cod_cents: null });
  expect(createOrder.input.safeParse(toOrderInput(createDraft("shipping_notice"), locale)).success).toBe(true);
});

test("a stored order is edited with the same values that it was saved with", () => {
  const input = toOrderInput({ ...draft, reference: "A-1", total: "12.50", currency: "USD", length: "12.5", remark: "Gift" }, locale);
  const saved = createOrder.input.parse(input);
  const { lines, recipient, ...head } = saved;
  const order = {
    ...head,
    recipient,
    order_number: "SO-1",
    owner_uuid: "019ac000-0000-7000-8000-000000000002",
    lines: lines.map((one, at) => ({ ...one, line_uuid: String(at), variant_uuid: "019ac000-0000-7000-8000-000000000001", sku: "MUG" })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of an order: the others are not edited
  } as unknown as OrderDetail;
  const edited = toDraft(order, locale);
  expect(edited).toMatchObject({ reference: "A-1", total: "12.50", currency: "USD", length: "12.5", remark: "Gift" });
  expect(createOrder.input.parse(toOrderInput(edited, locale))).toMatchObject({ ...head, recipient, lines: [{ quantity: 2 }] });
});

test("rows pasted from a spreadsheet become lines, and a single cell does not", () => {
  let key = 0;
  const pasted = parsePastedLines("MUG\t2\t19.99\r\nTEA\t1\n", () => String((key += 1)));
  expect(pasted).toMatchObject([
    { key: "1", sku: "MUG", quantity: "2", unitPrice: "19.99" },
    { key: "2", sku: "TEA", quantity: "1", unitPrice: "" },
  ]);
  expect(sumDraft(pasted ?? [])).toEqual({ lines: 2, pieces: 3 });
  expect(parsePastedLines("MUG", () => "x")).toBeNull();
});

test("unsaved input of another shape is ignored", () => {
  expect(parseSavedDraft({ ...draft })).toEqual(draft);
  expect(parseSavedDraft(undefined)).toBeNull();
  expect(parseSavedDraft({ ...draft, total: 3 })).toBeNull();
  expect(parseSavedDraft({ ...draft, lines: [{ sku: "MUG" }] })).toBeNull();
  expect(parseSavedDraft({ ...draft, address: null })).toBeNull();
});

describe("a declaration by SKU", () => {
  const read = { sku: "MUG", title: "Mug", orders: 2, name: "Mug", name_zh: "", hs_code: "", origin: "CN", value: 450, currency: "USD" };
  const customs = toCustoms({ ...read, order_ids: [], differs: true }, locale);

  test("is read as typed, and sent back without what is empty", () => {
    expect(customs).toMatchObject({ declaredName: "Mug", origin: "CN", declaredValue: "4.50", declaredCurrency: "USD" });
    const changed = { ...customs, hsCode: " 691200 ", declaredValue: "", declaredCurrency: "" };
    expect(toDeclaredLine("MUG", changed, locale)).toEqual({
      sku: "MUG",
      name: "Mug",
      name_zh: "",
      hs_code: "691200",
      origin: "CN",
      value: null,
    });
  });

  test("is wrong at the fields that cannot be sent", () => {
    expect(findCustomsFaults(customs, locale)).toEqual([]);
    expect(findCustomsFaults({ ...customs, hsCode: "12", declaredValue: "-1", declaredCurrency: "US" }, locale)).toEqual([
      "hsCode",
      "declaredValue",
      "declaredCurrency",
    ]);
  });
});
