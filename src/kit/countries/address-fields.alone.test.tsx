// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { setFieldKinds } from "#src/kit/ui/form/field-kinds.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { Form } from "#src/kit/ui/form/form.tsx";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { AddressFields } from "./address-fields.tsx";
import type { Address } from "./address.rules.ts";
import { addressSchema, blankAddress } from "./address.rules.ts";
import { CountryField } from "./country-field.tsx";

const sent: unknown[] = [];
const definition = defineForm({
  name: "orders.address",
  keepsDraft: false,
  schema: z.object({ address: addressSchema }),
  fields: { address: { kind: "address", label: "countries.address.address" } },
  submit: "form.copied",
  send: async (values) => sent.push(values),
});

const page = openFormPage();
const draw = (address: Address) => page.draw(<Form of={definition} initial={{ address }} />);
const whole: Address = {
  ...blankAddress,
  name: "Receiving desk",
  country: "US",
  address: "1 Example Street",
  city: "Seattle",
  state: "WA",
  zip: "98101",
};

beforeAll(async () => {
  await loadRest();
  setFieldKinds({ address: (props) => <AddressFields {...props} />, country: (props) => <CountryField {...props} />, images: () => null });
});

describe("an address in a form", () => {
  test("shows an error beside the field that was left, and none beside the others yet", async () => {
    await draw({ ...whole, city: "", zip: "" });
    await page.type("ZIP code", "981");
    await page.leave("ZIP code");
    expect(page.errorOf("ZIP code")).toBe("Enter a code such as 98101");
    expect(page.errorOf("City")).toBe("");
    await act(() => showLanguage("zh_cn"));
    expect(page.errorOf("邮编")).toBe("格式应如 98101");
  });

  test("is sent only once it is complete", async () => {
    await draw({ ...whole, city: "" });
    await page.submit();
    expect(page.errorOf("City")).toBe("Please fill this in");
    expect(document.activeElement).toBe(page.input("City"));
    expect(sent).toEqual([]);
    await page.type("City", "Tacoma");
    await page.submit();
    expect(sent).toEqual([{ address: { ...whole, city: "Tacoma" } }]);
  });

  test("has no postal code in a country without one, and names the state by the country's own word", async () => {
    await draw({ ...whole, country: "HK", state: "", zip: "" });
    const labels = () => [...page.element.querySelectorAll(".field-label")].map(({ textContent }) => textContent);
    expect(labels().some((label) => label.startsWith("Postal code") || label.startsWith("ZIP"))).toBe(false);
    page.reopen();
    await draw({ ...whole, country: "CA", state: "BC", zip: "V6B 1A1" });
    expect(labels().some((label) => label.startsWith("Province"))).toBe(true);
  });
});
