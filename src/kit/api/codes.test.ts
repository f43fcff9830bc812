import { describe, expect, test } from "vitest";
import { codeName, codes, isCodeName, isSilent, isSuccess } from "./codes.ts";
import type { CodeName } from "./codes.ts";

const names = Object.keys(codes).filter((name) => isCodeName(name));

describe("a code", () => {
  test.each([200, 1000, 2000, 12_000])("%i is success", (code) => expect(isSuccess(code)).toBe(true));

  test.each([0, -1000, -200, 1, 100, 201, 404, 500, 1001, 1500, 2003, 2999])("%i is not success", (code) =>
    expect(isSuccess(code)).toBe(false),
  );

  test("is silent only where the specification says so", () => {
    const silent = names.map((name) => codes[name].code).filter((code) => isSilent(code));
    expect(silent.toSorted((a, b) => a - b)).toEqual([4004, 11_006, 12_004]);
    expect(isSilent(99_999), "one that is not in the table").toBe(false);
  });

  test("is found by its number, and an unknown number has no name", () => {
    for (const name of names) expect(codeName(codes[name].code)).toBe(name);
    expect(codeName(0)).toBeNull();
    expect(isCodeName("toString")).toBe(false);
  });

  test("2003 means that the login has expired", () => expect(codeName(2003)).toBe("loginExpired"));

  test("996 means that the authorization failed", () => expect(codeName(996)).toBe("authorizationFailed"));
});

describe("the English text", () => {
  test.each<[CodeName, string]>([
    ["parameterError", "Parameter error"],
    ["notSignedIn", "Please log in first"],
    ["csrfTokenError", "csrf token error"],
    ["authorizationFailed", "authorization failed"],
    ["loginExpired", "Login has expired, please log in again"],
    ["noLoginInformation", "No login information"],
    ["accounts.usernameShape", "The username must consist of numbers and letters, or at least 5 digits of _ -, or be in email format"],
    [
      "accounts.passwordStrict",
      "The password must contain uppercase letters, lowercase letters, numbers and English special characters, and the length is greater than 9",
    ],
    ["accounts.passwordWeak", "Insufficient password strength"],
    ["accounts.passwordsDiffer", "The two entered passwords do not match"],
    ["accounts.emailShape", "Email format is incorrect"],
    ["goods.titleRequired", "Product title cannot be empty"],
  ])("of %s is the specification's own, word for word", (name, text) => expect(codes[name].en_us).toBe(text));

  test("of a receipt without a warehouse begins with the specification's words, and says what to do", () => {
    expect(codes["receipts.warehouseRequired"].en_us).toBe("Creating warehousing needs at least one warehouse: choose one");
  });

  test("of a crash is the specification's own, except for its first letter", () =>
    expect(codes.systemError.en_us.toLowerCase()).toBe("system error, try again later"));

  test("of the second password rule states what it requires: length, classes, no Chinese characters", () => {
    for (const word of ["6 to 20 characters", "no Chinese characters", "three of", "digits", "lowercase", "uppercase", "special"])
      expect(codes["accounts.passwordLoose"].en_us).toContain(word);
  });
});
