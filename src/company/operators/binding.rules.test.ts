import { describe, expect, test } from "vitest";
import { bindingSchema, getBindingRefusal, toBinding, toInitialBinding } from "./binding.rules.ts";

const [one, two] = ["0199d7a0-0000-7000-8000-000000000001", "0199d7a0-0000-7000-8000-000000000002"];

describe("the warehouses of an operator in a form", () => {
  test("are all of them, or at least one: choosing none would be taken for all", () => {
    expect([null, [one], [one, two]].map(getBindingRefusal)).toEqual([null, null, null]);
    expect(getBindingRefusal([])).toBe("operators.warehouseRequired");
    expect(bindingSchema.safeParse([]).error?.issues[0]?.message).toBe("operators.warehouseRequired");
    expect(bindingSchema.safeParse(null).success).toBe(true);
  });

  test("are read from a draft that may contain anything", () => {
    expect([undefined, "", { 0: one }, null].map(toBinding)).toEqual([null, null, null, null]);
    expect(toBinding([one, 7, two])).toEqual([one, two]);
  });

  test("begin with those that the operator has", () => {
    expect(toInitialBinding([])).toBeNull();
    expect(toInitialBinding([{ warehouse_uuid: one }])).toEqual([one]);
  });
});
