// @vitest-environment jsdom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";

const page = openFormPage();

function Zone() {
  const [value, setValue] = useState("UTC");
  return <TimeZoneField label="Time zone" value={value} onValue={setValue} />;
}

test.each([
  ["berlin", "Europe/Berlin"],
  ["new york", "America/New_York"],
])("%s finds the time zone %s, and Enter selects it", async (typed, zone) => {
  await page.draw(<Zone />);
  await page.type("Time zone", typed);
  expect([...document.querySelectorAll(".listbox-item")].map(({ textContent }) => textContent)).toEqual([zone]);
  await act(async () => {
    page.input("Time zone").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });
  expect(page.input("Time zone").value).toBe(zone);
});
