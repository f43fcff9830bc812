import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getNewPasswordRefusal, getSignUpPasswordRefusal } from "./accounts.rules.ts";
import { measurePassword } from "./password-meter.rules.ts";

describe("the requirements that the password meter lists", () => {
  test.each([
    ["signUp", "", ["tenCharacters", "digit", "lowerCase", "upperCase", "sign"]],
    ["signUp", "kestrelmaple", ["digit", "upperCase", "sign"]],
    ["signUp", "Kx7#mpq2Vd", []],
    ["signUp", "Kx7#mpq2Vd码", ["noChinese"]],
    ["signUp", "Kx7#mpq2VdKx7#mpq2Vda", ["atMostTwenty"]],
    ["loose", "kx7", ["sixCharacters", "threeClasses"]],
    ["loose", "Kx7mpq", []],
    ["loose", "Aa1aaa", ["lessGuessable"]],
  ] as const)("by the rule %s for %j", (rule, password, missing) => {
    expect(measurePassword(rule, password).missing).toEqual(missing.map((key) => `form.missing.${key}`));
  });

  test("are empty exactly when the rule accepts the password", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 24 }), fc.string({ maxLength: 8 }), (password, username) => {
        const takes = (refusal: string | null) => refusal === null;
        expect(measurePassword("signUp", password, username).missing.length === 0).toBe(
          takes(getSignUpPasswordRefusal(password, username)),
        );
        expect(measurePassword("loose", password, username).missing.length === 0).toBe(takes(getNewPasswordRefusal(password, username)));
      }),
    );
  });

  test("take the user's name inside a password into account", () => {
    expect(measurePassword("loose", "Harbour9", "").level).not.toBe("weak");
    expect(measurePassword("loose", "Harbour9", "harbour").level).toBe("weak");
  });
});
