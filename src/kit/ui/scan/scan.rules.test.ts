import { describe, expect, test } from "vitest";
import { isRepeat, plainScanner, readScan } from "./scan.rules.ts";

const gs = "\u001D";
const read = (raw: string, rules = plainScanner) => readScan(raw, 2026, rules);

describe("a scan", () => {
  test("is the code without what the scanner adds around it", () => {
    expect(read(" A-01-02\r\n")).toEqual({ text: "A-01-02" });
    expect(read("]C0A-01-02")).toEqual({ text: "A-01-02" });
    const rules = { prefixes: ["~", "~~1"], repeat_ms: 300 };
    expect(read("~~1A-01", rules)).toEqual({ text: "A-01" });
    expect(read("~A-01", rules)).toEqual({ text: "A-01" });
  });

  test("is null when it is empty, and reported when it is too long", () => {
    expect(read(" \r\n")).toBeNull();
    expect(read("]C1")).toBeNull();
    expect(read("x".repeat(201))).toBe("tooLong");
  });

  test("is the same when typed through a Chinese input method", () => {
    expect(read("Ａ－０１－０２")).toEqual({ text: "A-01-02" });
  });

  test("of a number with a valid check digit is a GTIN, padded to 14 digits", () => {
    expect(read("9501101530003")).toEqual({ text: "9501101530003", gtin: "09501101530003" });
    expect(read("036000291452")).toEqual({ text: "036000291452", gtin: "00036000291452" });
    expect(read("96385074")).toEqual({ text: "96385074", gtin: "00000096385074" });
  });

  test("of a number with an invalid check digit is the warehouse's own code", () => {
    expect(read("9501101530004")).toEqual({ text: "9501101530004" });
    expect(read("123456789")).toEqual({ text: "123456789" });
  });
});

describe("a GS1 element string", () => {
  test("contains the product, expiry, lot and quantity", () => {
    const all = { gtin: "09501101530003", expiry: "2027-01-31", lot: "AB-1", quantity: 24 };
    expect(read(`]C1019501101530003`)).toBe("elements");
    expect(read(`]C101095011015300031727013110AB-1${gs}3724`)).toMatchObject(all);
    expect(read(`]d2${gs}01095011015300031727013110AB-1${gs}3724`)).toMatchObject(all);
    expect(read("]Q301095011015300031727013110AB-1<GS>3724")).toMatchObject(all);
    expect(read("(01)09501101530003(17)270131(10)AB-1(37)24")).toMatchObject(all);
  });

  test("is recognized without the scanner's prefix by its separator, or by a valid GTIN at its start", () => {
    expect(read(`10AB-1${gs}3724`)).toMatchObject({ lot: "AB-1", quantity: 24 });
    expect(read("010950110153000310AB-1")).toMatchObject({ gtin: "09501101530003", lot: "AB-1" });
    expect(read("010950110153000410AB-1")).toEqual({ text: "010950110153000410AB-1" });
  });

  test("may contain elements that are not used here", () => {
    expect(read(`]C10109501101530003310300125021SN-7${gs}10L`)).toMatchObject({ gtin: "09501101530003", serial: "SN-7", lot: "L" });
    expect(read("]C100106141412345678908")).toMatchObject({ sscc: "106141412345678908" });
    expect(read("]C10209501101530003375")).toMatchObject({ gtin: "09501101530003", quantity: 5 });
  });

  test("is refused with its own reason for a wrong check digit, an impossible date or a truncated end", () => {
    expect(read("]C10109501101530004")).toBe("checkDigit");
    expect(read("(00)106141412345678909")).toBe("checkDigit");
    expect(read("]C117270230")).toBe("date");
    expect(read("]C1172713")).toBe("elements");
    expect(read("]C1XX")).toBe("elements");
    expect(read("(37)many(10)L")).toBe("elements");
  });

  test("takes the last day of the month when the day is left open, and the nearest century", () => {
    expect(read("]C117280200")).toMatchObject({ expiry: "2028-02-29" });
    expect(read("]C117760101")).toMatchObject({ expiry: "2076-01-01" });
    expect(read("]C117770101")).toMatchObject({ expiry: "1977-01-01" });
  });

  test("contains no separator when it is looked up", () => {
    expect(read(`10AB-1${gs}3724`)).toMatchObject({ text: "10AB-1 3724" });
  });
});

describe("a trigger held too long", () => {
  test("counts as one scan", () => {
    expect(isRepeat({ text: "A", at: 1000 }, "A", 1299, 300)).toBe(true);
    expect(isRepeat({ text: "A", at: 1000 }, "A", 1300, 300)).toBe(false);
    expect(isRepeat({ text: "A", at: 1000 }, "B", 1001, 300)).toBe(false);
    expect(isRepeat(null, "A", 1001, 300)).toBe(false);
  });
});
