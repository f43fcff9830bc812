// @vitest-environment jsdom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { openFormPage } from "#tests/factories/form-page.tsx";
import { Tabs } from "./tabs.tsx";

const page = openFormPage();
const names = ["overview", "reviews", "columns"] as const;

function Job() {
  const [tab, setTab] = useState<(typeof names)[number]>("overview");
  return (
    <Tabs label="Job" tabs={names.map((value) => ({ value, text: value }))} value={tab} onValue={setTab}>
      {tab}
      <input aria-label="Note" />
    </Tabs>
  );
}

test("the selected tab and the visible panel reference each other", async () => {
  await page.draw(<Job />);
  const typed = document.querySelector("input");
  for (const name of names) {
    const tab = [...document.querySelectorAll<HTMLElement>("[role=tab]")].find(({ textContent }) => textContent === name);
    await act(async () => tab?.click());
    const panel = document.querySelector("[role=tabpanel]");
    expect(panel?.textContent).toBe(name);
    expect(tab?.getAttribute("aria-selected")).toBe("true");
    expect([tab?.getAttribute("aria-controls"), panel?.getAttribute("aria-labelledby")]).toEqual([panel?.id, tab?.id]);
  }
  // What a screen keeps while it is hidden is kept with what was typed into it.
  expect(document.querySelector("input")).toBe(typed);
});
