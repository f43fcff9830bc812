// @vitest-environment jsdom
import { beforeAll, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import { loadRest } from "#web/texts/warehouse.ts";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { ContactsPanel } from "./contacts-panel.tsx";
import type { Contact } from "./key-information.contract.ts";

const page = openFormPage();
const nobody = page.caller;
page.caller = () => ({ ...nobody(), area: "p", role: "provider" });

beforeAll(() => loadRest());

test.each([
  { count: 49, reason: undefined },
  { count: 50, reason: codes["keyInformation.tooManyContacts"].en_us },
])("with $count contacts the panel shows whether another one can be added", async ({ count, reason }) => {
  const contacts = Array.from({ length: count }, (_, at) => ({
    contact_uuid: String(at),
    name: `Contact ${at}`,
    type: "phone",
    detail: "1",
    version: 1,
  }));
  await page.draw(<ContactsPanel contacts={contacts as unknown as Contact[]} onChanged={() => undefined} />);
  expect(page.element.querySelector(".row-apart button")?.getAttribute("aria-disabled")).toBe(reason === undefined ? null : "true");
  expect([...page.element.querySelectorAll(".blocked-reason")].map(({ textContent }) => textContent)).toEqual(
    reason === undefined ? [] : [reason],
  );
  expect(page.element.querySelectorAll("li button")).toHaveLength(2 * count);
});
