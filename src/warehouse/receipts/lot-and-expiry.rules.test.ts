import { describe, expect, test } from "vitest";
import { getAnnouncedLotRefusal, resolveLot } from "./lot-and-expiry.rules.ts";
import type { LotQuestion } from "./lot-and-expiry.rules.ts";

describe("the lot of pieces", () => {
  const question: LotQuestion = {
    keeps_lots: true,
    keeps_expiry: true,
    given: {},
    announced: { lot: "", expires_on: null },
    knownDay: () => null,
    today: "2026-11-22",
    hasQualified: true,
  };

  test("is empty when the product does not track lots, and naming one is refused", () => {
    const plain = { ...question, keeps_lots: false, keeps_expiry: false };
    expect(resolveLot(plain)).toEqual({ lot: "", expires_on: null });
    expect(resolveLot({ ...plain, given: { lot: "A" } })).toBe("receipts.lotNotKept");
  });

  test("is required, and so is its expiry date", () => {
    expect(resolveLot(question)).toBe("receipts.lotRequired");
    expect(resolveLot({ ...question, given: { lot: "A" } })).toBe("receipts.expiryRequired");
    expect(resolveLot({ ...question, given: { lot: "A", expires_on: "2027-01-01" } })).toEqual({ lot: "A", expires_on: "2027-01-01" });
  });

  test("is the announced one unless another is given", () => {
    const announced = { lot: "A", expires_on: "2027-01-01" };
    expect(resolveLot({ ...question, announced })).toEqual(announced);
    expect(resolveLot({ ...question, announced, given: { lot: "B" } })).toBe("receipts.expiryRequired");
  });

  test("keeps its known expiry date, and refuses another", () => {
    const known = { ...question, knownDay: () => "2027-01-01" };
    expect(resolveLot({ ...known, given: { lot: "A" } })).toEqual({ lot: "A", expires_on: "2027-01-01" });
    expect(resolveLot({ ...known, given: { lot: "A", expires_on: "2027-02-01" } })).toBe("receipts.expiryDiffers");
  });

  test("must not have expired, unless all the pieces are unqualified", () => {
    const old = { ...question, given: { lot: "A", expires_on: "2026-11-22" } };
    expect(resolveLot(old)).toBe("receipts.lotExpired");
    expect(resolveLot({ ...old, hasQualified: false })).toEqual({ lot: "A", expires_on: "2026-11-22" });
  });

  test("is the date itself for a product that tracks only expiry dates", () => {
    const days = { ...question, keeps_lots: false };
    expect(resolveLot(days)).toBe("receipts.expiryRequired");
    expect(resolveLot({ ...days, given: { expires_on: "2027-01-01" } })).toEqual({ lot: "2027-01-01", expires_on: "2027-01-01" });
  });
});

test("an announced line may have a lot or a date only if its product tracks them", () => {
  const refusal = (keeps_lots: boolean, keeps_expiry: boolean, lot: string, hasDay: boolean) =>
    getAnnouncedLotRefusal({ keeps_lots, keeps_expiry }, { lot, hasDay });
  expect([refusal(false, false, "", true), refusal(false, false, "A", true)]).toEqual(["receipts.expiryNotKept", "receipts.lotNotKept"]);
  expect(refusal(false, true, "A", false)).toBe("receipts.lotNotKept");
  // A lot keeps its date, and without lots the date is the lot.
  expect([refusal(true, false, "A", true), refusal(false, true, "", true), refusal(false, false, "", false)]).toEqual([null, null, null]);
});
