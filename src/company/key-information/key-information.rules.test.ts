import { describe, expect, test } from "vitest";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { updateCompany } from "./key-information.contract.ts";
import { computeCompleteness, getContactDetailRefusal, findMissingParts, allowEmpty } from "./key-information.rules.ts";

describe("a contact's detail", () => {
  test.each(["ops@example.test", "+86 21 5555 0100", "微信号"])("%s says how to reach someone", (detail) => {
    expect(getContactDetailRefusal(detail)).toBeNull();
  });

  test.each(["", " ", "\t\n"])("%j does not", (detail) => {
    expect(getContactDetailRefusal(detail)).toBe("keyInformation.contactDetailRequired");
  });
});

describe("a field that may be left empty", () => {
  test("is asked for its shape only where something is in it", () => {
    const rule = allowEmpty(getEmailRefusal);
    expect([rule(""), rule("  "), rule("ops@example.test"), rule("ops@")]).toEqual([null, null, null, "accounts.emailShape"]);
  });
});

describe("how complete the key information is", () => {
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

  test("names what is missing, in the order of the page", () => {
    const { name: _name, ...nameless } = full;
    expect(findMissingParts({ company: { ...nameless, phone: "" }, contacts: 0, authentications: 1 })).toEqual([
      "name",
      "phone",
      "contacts",
    ]);
    expect(findMissingParts({ company: full, contacts: 1, authentications: 0 })).toEqual(["authentications"]);
    expect(findMissingParts({ company: full, contacts: 2, authentications: 2 })).toEqual([]);
  });

  test("does not ask for a tax number or a website, and takes no field for two", () => {
    expect(
      computeCompleteness({ company: { ...full, tax_number: "1", website: "https://x.example" }, contacts: 9, authentications: 9 }),
    ).toEqual({
      done: 9,
      of: 9,
    });
    expect(computeCompleteness({ company: { ...full, phone: "" }, contacts: 2, authentications: 0 })).toEqual({ done: 7, of: 9 });
  });
});

describe("a change of the company", () => {
  const problems = (input: unknown) => updateCompany.input.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

  test("may empty a field, but not the name", () => {
    expect(problems({ email: "", phone: " ", address: "" })).toEqual([]);
    expect(problems({ name: "  " })).toEqual(["accounts.storeNameRequired"]);
  });

  test("is asked for shapes in the accounts' own words", () => {
    expect(problems({ email: "ops@", phone: "call me" })).toEqual(["accounts.phoneShape", "accounts.emailShape"]);
  });
});
