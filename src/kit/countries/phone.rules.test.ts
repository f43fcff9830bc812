import { describe, expect, test } from "vitest";
import { findPhoneRefusal } from "./phone.rules.ts";

describe("a telephone number", () => {
  test.each(["+86 138 0000 0000", "(021) 5555-0100", "(+44) 20 7946 0000", "555010", "1".repeat(20), "+1 (555) 010-0000"])(
    "%j is valid",
    (text) => {
      expect(findPhoneRefusal(text)).toBeNull();
    },
  );

  test.each([
    "",
    "55501",
    "1".repeat(21),
    "555 010 ext 4",
    "+86+138 0000",
    "１３８００００００００",
    "555010\n",
    `555010${" ".repeat(40)}`,
  ])("%j is invalid", (text) => expect(findPhoneRefusal(text)).toBe("accounts.phoneShape"));
});
