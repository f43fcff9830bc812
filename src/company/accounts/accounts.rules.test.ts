import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maskEmail,
  getPasswordStrength,
  getAddressRefusal,
  getConfirmationRefusal,
  getEmailRefusal,
  getNewPasswordRefusal,
  getOldPasswordRefusal,
  getRoleRefusal,
  getSignUpPasswordRefusal,
  getStoreNameRefusal,
  getSupplierRefusal,
  getUsernameRefusal,
} from "./accounts.rules.ts";

const domain = (length: number) => `${"a".repeat(63)}.`.repeat(4).slice(0, length - 4) + ".com";

describe("a username", () => {
  it.each(["retailer01", "a_b-c", "12345", "_____", "x".repeat(64), "someone@example.com", "a@b.co"])(
    "%j is a valid username",
    (username) => {
      expect(getUsernameRefusal(username)).toBeNull();
    },
  );

  it.each(["", " ", "\t\n"])("%j counts as missing", (username) => expect(getUsernameRefusal(username)).toBe("accounts.usernameRequired"));

  it.each(["abcd", "x".repeat(65), "with blank", " retailer01", "retailer01\n", "零售商零售商", "rétailer", "a@b", "semi;colon"])(
    "%j has an invalid format",
    (username) => expect(getUsernameRefusal(username)).toBe("accounts.usernameShape"),
  );

  it("is any 5 to 64 allowed characters", () => {
    const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from(allowed)), minLength: 1, maxLength: 80 }), (username) => {
        expect(getUsernameRefusal(username) === null).toBe(username.length >= 5 && username.length <= 64);
      }),
    );
  });
});

describe("a password at sign-up", () => {
  it.each(["Quayside-Demo1", "Xk7$mQ2!pz", "correct Horse-7", "Tr0ub4dor&3xyz", "Aq7!".padEnd(20, "kRw9#zLm3^vB")])(
    "%j is taken",
    (password) => {
      expect(getSignUpPasswordRefusal(password, "retailer01")).toBeNull();
    },
  );

  it("is asked for", () => expect(getSignUpPasswordRefusal("")).toBe("accounts.passwordRequired"));

  it.each([
    ["nine characters", "Xk7$mQ2!p"],
    ["twenty-one characters", "Xk7$mQ2!pzXk7$mQ2!pzR"],
    ["no upper case", "xk7$mq2!pz"],
    ["no lower case", "XK7$MQ2!PZ"],
    ["no digit", "Xkj$mQw!pz"],
    ["no special character", "Xk7smQ2tpz"],
    ["a blank for the special character", "Xk7 mQ2 pz"],
    ["a Chinese character", "Xk7$mQ2!p码头"],
    ["a Chinese exclamation mark", "Xk7$mQ2!pz！"],
    ["a rare Chinese character", "Xk7$mQ2!pz𠮷"],
  ])("with %s is refused", (_what, password) => expect(getSignUpPasswordRefusal(password)).toBe("accounts.passwordStrict"));

  it.each([
    "Password1!",
    "P@ssw0rd123",
    "Qwerty123!",
    "Abcdefgh1!",
    "Aa1!Aa1!Aa1!",
    "Summer2024!",
    "Quayside1!",
    "Aaaaaaaa1!",
    "1qaz2WSX3edc$",
  ])("%j is too easy to guess", (password) => expect(getSignUpPasswordRefusal(password)).toBe("accounts.passwordWeak"));

  it("may contain the username only if the rest is strong enough", () => {
    expect(getSignUpPasswordRefusal("Harbour77-Qz", "harbour77")).toBe("accounts.passwordWeak");
    expect(getSignUpPasswordRefusal("Harbour77-Qz", "somebody")).toBeNull();
    expect(getSignUpPasswordRefusal("Harbour77-Qz", "harbour77@example.com")).toBe("accounts.passwordWeak");
    expect(getSignUpPasswordRefusal("Harbour77-Qz4!k", "harbour77")).toBeNull();
  });
});

describe("a new password", () => {
  it.each(["Kx7mpq", "zk3$9w", "ZK3$9W", "zKp$wQ", "Quayside-Demo1", "Xk7$mQ2!pzXk7$mQ2!pz"])("%j is taken", (password) => {
    expect(getNewPasswordRefusal(password)).toBeNull();
  });

  it("is asked for", () => expect(getNewPasswordRefusal("")).toBe("accounts.passwordRequired"));

  it.each([
    ["five characters", "Kx7m$"],
    ["twenty-one characters", "Xk7$mQ2!pzXk7$mQ2!pzR"],
    ["two classes", "kx7mpq4w"],
    ["one class", "kxvmpqtw"],
    ["Chinese", "Kx7mpq码"],
  ])("with %s is refused", (_what, password) => expect(getNewPasswordRefusal(password)).toBe("accounts.passwordLoose"));

  it.each(["Abc123", "Abc12!", "Aaa111!!!", "Admin123", "Qwe123!", "Test2025!", "Woaini1314"])("%j is too easy to guess", (password) => {
    expect(getNewPasswordRefusal(password)).toBe("accounts.passwordWeak");
  });

  it("is never accepted if it is too long, too short, Chinese or of only two character classes", () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from("aZk9$ x3Q!码，é👍")), maxLength: 24 });
    fc.assert(
      fc.property(typed, (password) => {
        if (getNewPasswordRefusal(password) !== null) return;
        expect(Array.from(password).length).toBeGreaterThanOrEqual(6);
        expect(Array.from(password).length).toBeLessThanOrEqual(20);
        expect(password).not.toMatch(/[码，]/);
        expect([/\d/, /[a-z]/, /[A-Z]/, /[$!]/].filter((oneOf) => oneOf.test(password)).length).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  it("that sign-up accepts is accepted here too", () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from("aZk9$x3Q!-wT7")), minLength: 8, maxLength: 22 });
    fc.assert(
      fc.property(typed, fc.constantFrom("", "retailer01"), (password, username) => {
        if (getSignUpPasswordRefusal(password, username) === null) expect(getNewPasswordRefusal(password, username)).toBeNull();
      }),
    );
  });
});

describe("the strength meter", () => {
  it.each([
    ["", "weak"],
    ["aB3", "weak"],
    ["aaaaaaaaaaaaaaaaaaaa", "weak"],
    ["qwertyuiop", "weak"],
    ["0987654321", "weak"],
    ["20012002", "weak"],
    ["Kx7mpq", "medium"],
    ["Quayside-Demo1", "medium"],
    ["Xk7$mQ2!pz", "strong"],
    ["staple hairy tuna moth", "strong"],
    ["密码很长也可以算出来的", "strong"],
  ])("calls %j %s", (password, strength) => expect(getPasswordStrength(password)).toBe(strength));

  it("does not change when the same text is repeated", () => {
    const signs = fc.shuffledSubarray(["K", "x", "7", "$", "w", "P", "3", "é", "#", "m"], { minLength: 3 });
    fc.assert(
      fc.property(signs, fc.integer({ min: 2, max: 5 }), (part, times) => {
        expect(getPasswordStrength(part.join("").repeat(times))).toBe(getPasswordStrength(part.join("")));
      }),
    );
  });

  it("calls one repeated character weak, however long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }), fc.integer({ min: 0, max: 300 }), (sign, times) => {
        expect(getPasswordStrength(String.fromCodePoint(sign.codePointAt(0) ?? 0).repeat(times))).toBe("weak");
      }),
    );
  });

  it("answers quickly, whatever is pasted", () => {
    const started = process.cpuUsage();
    for (const text of ["a".repeat(1_000_000), "ab1".repeat(300_000), "Xk7$mQ2!pz-".repeat(90_000)])
      getPasswordStrength(text, "someone@example.com");
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });
});

describe("the other fields of an account", () => {
  it("require the old password, in any format", () => {
    expect(getOldPasswordRefusal("")).toBe("accounts.oldPasswordRequired");
    expect(getOldPasswordRefusal("x")).toBeNull();
  });

  it("require the password twice, and both must be the same", () => {
    expect(getConfirmationRefusal("Kx7mpq", "")).toBe("accounts.confirmRequired");
    expect(getConfirmationRefusal("Kx7mpq", "Kx7mpQ")).toBe("accounts.passwordsDiffer");
    expect(getConfirmationRefusal("Kx7mpq", "Kx7mpq ")).toBe("accounts.passwordsDiffer");
    expect(getConfirmationRefusal("Kx7mpq", "Kx7mpq")).toBeNull();
  });

  it("require a store name, an address and a role", () => {
    expect(getStoreNameRefusal(" ")).toBe("accounts.storeNameRequired");
    expect(getStoreNameRefusal("码头小店")).toBeNull();
    expect(getAddressRefusal("")).toBe("accounts.addressRequired");
    expect(getAddressRefusal("Pier 4")).toBeNull();
    expect(getRoleRefusal("")).toBe("accounts.roleRequired");
    expect(getRoleRefusal("Provider")).toBe("accounts.roleRequired");
    expect(getRoleRefusal("retailer")).toBeNull();
    expect(getRoleRefusal("supplier")).toBeNull();
  });

  it("require a supplier from a retailer, but not from a supplier", () => {
    expect(getSupplierRefusal("retailer", "")).toBe("accounts.supplierRequired");
    expect(getSupplierRefusal("retailer", "018f0000-0000-7000-8000-000000000000")).toBeNull();
    expect(getSupplierRefusal("supplier", "")).toBeNull();
  });
});

describe("an e-mail address", () => {
  it.each([
    "someone@example.com",
    "first.last+tag@sub.example.co.uk",
    "o'neil@example.com",
    "1@example.com",
    "x@xn--fsq.xn--fiqs8s",
    `a@${domain(252)}`,
    `${"a".repeat(64)}@example.com`,
  ])("%j is a valid address", (text) => expect(getEmailRefusal(text)).toBeNull());

  it.each([
    "",
    "someone",
    "@example.com",
    "someone@",
    "someone@localhost",
    "someone@example.c",
    "someone@example.123",
    ".someone@example.com",
    "some..one@example.com",
    "someone.@example.com",
    "someone@-example.com",
    "someone@example-.com",
    "someone@example..com",
    "some one@example.com",
    " someone@example.com",
    "someone@example.com\r\nBcc: other@example.com",
    "a@example.com,b@example.com",
    "Someone <someone@example.com>",
    "某人@example.com",
    `a@${domain(253)}`,
    `${"a".repeat(65)}@example.com`,
  ])("%j is not a valid address", (text) => expect(getEmailRefusal(text)).toBe("accounts.emailShape"));

  it("may be any address that a web form would send", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        expect(getEmailRefusal(text)).toBeNull();
      }),
    );
  });

  it("is checked quickly, however it is built", () => {
    const started = process.cpuUsage();
    for (const text of [`${"a.".repeat(500_000)}@`, `a@${"a-".repeat(500_000)}`, `a@${"a.".repeat(126)}!`])
      expect(getEmailRefusal(text)).not.toBeNull();
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });
});

describe("a masked e-mail address", () => {
  it("shows the first letter and the domain", () => expect(maskEmail("someone@example.com")).toBe("s***@example.com"));
  it("shows no letter of a two-letter name", () => expect(maskEmail("ab@example.com")).toBe("***@example.com"));
  it("shows nothing of text that is not an address", () => expect(maskEmail("someone")).toBe("***"));

  it("never contains the name or reveals its length", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const [name = "", host = ""] = text.split("@");
        const [shown = ""] = maskEmail(text).split("@");
        expect(shown).toBe(name.length > 2 ? `${name.slice(0, 1)}***` : "***");
        expect(maskEmail(text).endsWith(`@${host}`)).toBe(true);
      }),
    );
  });
});
