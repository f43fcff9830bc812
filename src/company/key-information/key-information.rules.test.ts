import { describe, expect, test } from "vitest";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { updateCompany } from "./key-information.contract.ts";
import { computeCompleteness, getContactDetailRefusal, getWebsiteRefusal, findMissingParts, allowEmpty } from "./key-information.rules.ts";

describe("a contact's detail", () => {
  test.each(["ops@example.test", "+86 21 5555 0100", "微信号"])("%s is accepted", (detail) => {
    expect(getContactDetailRefusal(detail)).toBeNull();
  });

  test.each(["", " ", "\t\n"])("%j counts as missing", (detail) => {
    expect(getContactDetailRefusal(detail)).toBe("keyInformation.contactDetailRequired");
  });
});

test.each([
  ["https://www.example.com/shop?a=1", null],
  ["www.example.com", null],
  ["example.com/about", null],
  ["javascript:alert(1)", "keyInformation.websiteShape"],
  ["data:text/html,<script>alert(1)</script>", "keyInformation.websiteShape"],
  ["https://", "keyInformation.websiteShape"],
  ["our shop", "keyInformation.websiteShape"],
])("the website %j: %s", (text, refusal) => {
  expect(getWebsiteRefusal(text)).toBe(refusal);
});

describe("an optional field", () => {
  test("has its format checked only when it is filled in", () => {
    const rule = allowEmpty(getEmailRefusal);
    expect([rule(""), rule("  "), rule("ops@example.test"), rule("ops@")]).toEqual([null, null, null, "accounts.emailShape"]);
  });
});

describe("the completeness of the key information", () => {
  const full = {
    name: "Quay Ltd",
    legal_name: "Quay Limited",
    registration_number: "1",
    tax_number: "",
    country_code: "CN",
    address: "1 Pier",
    phone: "+862155550100",
    email: "ops@example.test",
    website: "",
  };

  test("counts seven fields of the company, a contact and an authentication", () => {
    expect(computeCompleteness({ company: {}, contacts: 0, authentications: 0 })).toEqual({ done: 0, of: 9 });
    expect(computeCompleteness({ company: full, contacts: 0, authentications: 0 })).toEqual({ done: 7, of: 9 });
    expect(computeCompleteness({ company: full, contacts: 1, authentications: 1 })).toEqual({ done: 9, of: 9 });
  });

  test("names the missing parts, in the order of the page", () => {
    const { name: _name, ...nameless } = full;
    expect(findMissingParts({ company: { ...nameless, phone: "" }, contacts: 0, authentications: 1 })).toEqual([
      "name",
      "phone",
      "contacts",
    ]);
    expect(findMissingParts({ company: full, contacts: 1, authentications: 0 })).toEqual(["authentications"]);
    expect(findMissingParts({ company: full, contacts: 2, authentications: 2 })).toEqual([]);
  });

  test("does not require a tax number or a website, and counts nothing twice", () => {
    expect(
      computeCompleteness({ company: { ...full, tax_number: "1", website: "https://x.example" }, contacts: 9, authentications: 9 }),
    ).toEqual({
      done: 9,
      of: 9,
    });
    expect(computeCompleteness({ company: { ...full, phone: "" }, contacts: 2, authentications: 0 })).toEqual({ done: 7, of: 9 });
  });
});

describe("an update of the company", () => {
  const problems = (input: unknown) => updateCompany.input.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

  test("may clear any field except the name", () => {
    expect(problems({ email: "", phone: " ", address: "" })).toEqual([]);
    expect(problems({ name: "  " })).toEqual(["accounts.storeNameRequired"]);
  });

  test("refuses invalid formats with the same messages as accounts", () => {
    expect(problems({ email: "ops@", phone: "call me" })).toEqual(["accounts.phoneShape", "accounts.emailShape"]);
  });
});
