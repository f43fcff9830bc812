import { describe, expect, test } from "vitest";
import { findProblemField, findSupportFaults } from "./support-words.rules.ts";

const written = { email: "ann@example.com", message: "It stopped at row 12.", page: "" };

describe("a message to support", () => {
  test("is accepted with line breaks and tabs, and with spaces around the address", () => {
    expect(findSupportFaults(written)).toEqual({});
    expect(findSupportFaults({ ...written, email: " ann@example.com ", message: "One line\n\tand another\r\n" })).toEqual({});
  });

  test("is refused field by field", () => {
    expect(findSupportFaults({ email: "ann", message: "short", page: "" })).toEqual({
      email: "accounts.emailShape",
      message: "support.messageRequired",
    });
    expect(findSupportFaults({ ...written, message: `It stopped \u0007 at row 12`, page: "a\nb" })).toEqual({
      message: "shape",
      page: "shape",
    });
    expect(findSupportFaults({ ...written, message: `Half a character \ud83d here` })).toEqual({ message: "shape" });
    expect(findSupportFaults({ ...written, message: "A whole character 😀 here" })).toEqual({});
  });
});

test("a problem reported by the server belongs to its field, or to none", () => {
  const msg = { en_us: "", zh_cn: "" };
  expect(findProblemField({ path: ["message"], code: 400, msg })).toBe("message");
  expect(findProblemField({ path: ["open_ms"], code: 400, msg })).toBeNull();
});
