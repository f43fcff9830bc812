import { describe, expect, test } from "vitest";
import { loadCountries } from "./use-countries.ts";
import type { Address } from "./address.rules.ts";
import { findAddressRefusals, addressSchema, blankAddress, hasZip, isPartRequired, getLabel, withCountry } from "./address.rules.ts";
import { findStates } from "./states.rules.ts";

const seattle: Address = {
  ...blankAddress,
  name: "Receiving desk",
  country: "US",
  address: "1 Example Street",
  city: "Seattle",
  state: "WA",
  zip: "98101",
};
const wrongParts = (change: Partial<Address>) => findAddressRefusals({ ...seattle, ...change }).map(({ part }) => part);

describe("an address", () => {
  test("that is complete is accepted, even without a telephone number", () => {
    expect(findAddressRefusals(seattle)).toEqual([]);
    expect(addressSchema.safeParse(seattle).success).toBe(true);
  });

  test("that is empty requires what every country has, and no state before the country is known", () => {
    expect(findAddressRefusals(blankAddress).map(({ part }) => part)).toEqual(["name", "country", "address", "city"]);
  });

  test.each([
    ["US", "", "98101", ["state"]],
    ["US", "Washington", "98101", ["state"]],
    ["US", "WA", "", ["zip"]],
    ["US", "WA", "98101-1234", []],
    ["US", "WA", "9810", ["zip"]],
    ["CA", "BC", "V6B 1A1", []],
    ["CA", "BC", "v6b1a1", []],
    ["CA", "WA", "V6B 1A1", ["state"]],
    ["CA", "BC", "D6B 1A1", ["zip"]],
    ["GB", "", "SW1A 1AA", []],
    ["GB", "", "SW1A", ["zip"]],
    ["CN", "", "200000", ["state"]],
    ["CN", "上海市", "200000", []],
    ["CN", "上海市", "20000", ["zip"]],
    ["DE", "", "10115", []],
    ["DE", "", "1011", ["zip"]],
    ["JP", "東京都", "100-0001", []],
    ["JP", "東京都", "1000001", []],
    ["HK", "", "", []],
    ["HK", "", "999077", ["zip"]],
    ["AE", "Dubai", "", []],
    ["LI", "", "", []],
    ["LI", "", "9490", []],
  ])("is checked in %s with the state %j and the code %j", (country, state, zip, wrong) => {
    expect(wrongParts({ country, state, zip })).toEqual(wrong);
  });

  test("requires its telephone numbers to be valid", () => {
    expect(wrongParts({ phone: "+1 (206) 555-0100", mobile: "" })).toEqual([]);
    expect(wrongParts({ phone: "ask at the desk", mobile: "12" })).toEqual(["phone", "mobile"]);
  });

  test("reports each error at its own part", () => {
    const { error } = addressSchema.safeParse({ ...seattle, zip: "9810", phone: "x" });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["zip", expect.any(String) as string],
      ["phone", "accounts.phoneShape"],
    ]);
    expect(error?.issues[0]).toMatchObject({ params: { text: "countries.address.zipShape", values: { example: "98101" } } });
  });

  test("that moves to another country loses its state and its code if they mean nothing there", () => {
    expect(withCountry(seattle, "HK")).toEqual({ ...seattle, country: "HK", state: "", zip: "" });
    expect(withCountry({ ...seattle, country: "DE", state: "Berlin", zip: "10115" }, "FR")).toMatchObject({
      state: "Berlin",
      zip: "10115",
    });
  });
});

describe("the labels and lists of a country", () => {
  test("are specific to the country", () => {
    expect(getLabel("zip", "US")).toBe("countries.address.zipCode");
    expect(getLabel("zip", "DE")).toBe("countries.address.zip");
    expect(getLabel("state", "CA")).toBe("countries.address.provinces");
    expect(getLabel("state", "GB")).toBe("countries.address.state");
  });

  test.each([
    ["US", 54],
    ["CA", 13],
    ["AU", 8],
  ])("%s has %i states, each with a code and a name in both languages", (country, count) => {
    const states = findStates(country) ?? [];
    expect(states).toHaveLength(count);
    for (const key of ["code", "en", "zh"] as const) expect(new Set(states.map((state) => state[key])).size).toBe(count);
    expect(
      states.filter(({ code, en, zh }) => !/^[A-Z]{2,3}$/.test(code) || !/^[A-Za-z ]+$/.test(en) || !/^\p{Script=Han}+$/u.test(zh)),
    ).toEqual([]);
  });

  test("require no postal code in a country without one, and name only existing countries", async () => {
    const codes = (await loadCountries()).map(({ code }) => code);
    expect(codes.filter((code) => !hasZip(code) && isPartRequired("zip", code))).toEqual([]);
    expect(codes.filter((code) => !hasZip(code))).toHaveLength(55);
    expect(codes.filter((code) => isPartRequired("zip", code))).toHaveLength(38);
  });
});
