import { expect, test } from "vitest";
import { toBadgeCode, isBadge, getPinRefusal } from "./pin.rules.ts";

test("a PIN has 4 to 8 digits", () => {
  for (const pin of ["4071", "40713", "50918273"]) expect(getPinRefusal(pin, "operator"), pin).toBeNull();
  for (const pin of ["", "407", "407182736", "40a1", " 4071", "４０７１"])
    expect(getPinRefusal(pin, "operator"), pin).toBe("scanning.pinShape");
});

test("a PIN that is easy to guess is refused", () => {
  for (const pin of ["0000", "1234", "4321", "7890", "0987", "12345678", "1212", "1122", "7779"])
    expect(getPinRefusal(pin, "operator"), pin).toBe("scanning.pinTrivial");
});

test("a PIN of a supplier's administrator has at least 6 digits", () => {
  expect(getPinRefusal("40719", "provider")).toBe("scanning.pinShort");
  expect(getPinRefusal("407193", "provider")).toBeNull();
  expect(getPinRefusal("407", "provider")).toBe("scanning.pinShape");
});

test("a badge code is recognised, and nothing else is", () => {
  const code = toBadgeCode(Uint8Array.from({ length: 20 }, (_, place) => place * 13));
  expect(code).toMatch(/^QB-.{20}$/);
  expect(isBadge(code)).toBe(true);
  for (const text of [code.toLowerCase(), `${code}0`, code.slice(1), "9501101530003", "QB-01"]) expect(isBadge(text), text).toBe(false);
  expect(() => toBadgeCode(new Uint8Array(19))).toThrow("20 random bytes");
});
