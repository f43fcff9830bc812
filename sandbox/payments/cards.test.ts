import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCheckDigit, readCard, testCards } from "./cards.ts";
import { periodEnd } from "./clock.ts";

const now = Date.UTC(2026, 10, 30, 23) / 1000;
const good = { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" };
const seconds = (iso: string): number => Date.parse(iso) / 1000;

describe("a card", () => {
  it("is parsed with spaces or hyphens, and its number is not kept", () => {
    expect(readCard(good, now)).toEqual({ behaviour: "good", last4: "4242", expMonth: 12, expYear: 2030 });
    expect(readCard({ ...good, number: "4000-0000-0000-0341", expiry: "1/2031" }, now)).toMatchObject({
      behaviour: "failsLater",
      expYear: 2031,
    });
  });

  it("is valid until the end of its month", () => {
    expect(readCard({ ...good, expiry: "11/26" }, now)).toMatchObject({ expMonth: 11 });
    expect(readCard({ ...good, expiry: "11/26" }, now + 3600)).toEqual(["expired"]);
    expect(readCard({ ...good, expiry: "10/26" }, now)).toEqual(["expired"]);
  });

  it("reports every invalid field", () => {
    expect(readCard({ number: "4242424242424241", expiry: "13/30", cvc: "12" }, now)).toEqual(["number", "expiry", "cvc"]);
    expect(readCard({ number: "", expiry: "", cvc: "" }, now)).toEqual(["number", "expiry", "cvc"]);
    expect(readCard({ ...good, number: "5555555555554444" }, now)).toEqual(["notATestCard"]);
    expect(readCard({ ...good, expiry: "12/2099" }, now)).toEqual(["expiry"]);
  });

  it("has a check digit that detects any single wrong digit", () => {
    const place = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(testCards)), place, fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1);
        return hasCheckDigit(number) && !hasCheckDigit(wrong);
      }),
    );
  });
});

describe("a billing month", () => {
  it("ends on the same day of the next month, or on the last day of a shorter month", () => {
    const anchor = seconds("2027-01-31T10:30:00Z");
    const ends = ["2027-02-28T10:30:00Z", "2027-03-31T10:30:00Z", "2027-04-30T10:30:00Z"].map(seconds);
    expect(periodEnd(anchor, anchor)).toBe(ends[0]);
    expect(periodEnd(anchor, ends[0] ?? 0)).toBe(ends[1]);
    expect(periodEnd(anchor, ends[1] ?? 0)).toBe(ends[2]);
    expect(periodEnd(seconds("2027-12-31T00:00:00Z"), seconds("2027-12-31T00:00:00Z"))).toBe(seconds("2028-01-31T00:00:00Z"));
  });
});
