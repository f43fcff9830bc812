import { expect, test } from "vitest";
import { badgeCodeOf, isBadge, pinRefusal } from "./hand-over.rules.ts";

test("a PIN has 4 to 8 digits", () => {
  for (const pin of ["4071", "40713", "50918273"]) expect(pinRefusal(pin, "operator"), pin).toBeNull();
  for (const pin of ["", "407", "407182736", "40a1", " 4071", "４０７１"])
    expect(pinRefusal(pin, "operator"), pin).toBe("scanning.pinShape");
});

test("a PIN that everybody tries first is none", () => {
  for (const pin of ["0000", "1234", "4321", "7890", "0987", "12345678", "1212", "1122", "7779"])
    expect(pinRefusal(pin, "operator"), pin).toBe("scanning.pinTrivial");
});

test("a PIN of a supplier's administrator has 6 digits at the least", () => {
  expect(pinRefusal("40719", "provider")).toBe("scanning.pinShort");
  expect(pinRefusal("407193", "provider")).toBeNull();
  expect(pinRefusal("407", "provider")).toBe("scanning.pinShape");
});

test("a badge's code is known as one, and nothing else is", () => {
  const code = badgeCodeOf(Uint8Array.from({ length: 20 }, (_, place) => place * 13));
  expect(code).toMatch(/^QB-.{20}$/);
  expect(isBadge(code)).toBe(true);
  for (const text of [code.toLowerCase(), `${code}0`, code.slice(1), "9501101530003", "QB-01"]) expect(isBadge(text), text).toBe(false);
  expect(() => badgeCodeOf(new Uint8Array(19))).toThrow("20 random bytes");
});
