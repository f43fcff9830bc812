// @vitest-environment jsdom
import { expect, test } from "vitest";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { StepForm } from "./step-forms.tsx";

const page = openFormPage();
const orders = [{ order_uuid: "a", order_number: "SO-261126-0001", holds: [], priority: 0, version: 1 }];

test("the forms of a cancellation and of a delay focus their first field", async () => {
  await page.draw(<StepForm request={{ step: "cancel", orders }} onDone={() => undefined} />);
  await page.until(() => document.activeElement?.tagName === "INPUT");
  expect(document.activeElement).toBe(document.querySelector("form input"));
  await page.draw(<StepForm request={{ step: "delay", orders }} onDone={() => undefined} />);
  await page.until(() => document.activeElement?.getAttribute("role") === "spinbutton");
  expect(document.activeElement).toBe(document.querySelector("[role=spinbutton]"));
});
