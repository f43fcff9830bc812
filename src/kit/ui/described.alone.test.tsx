// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { act } from "react";
import { expect, test } from "vitest";
import { openFormPage } from "#tests/factories/form-page.tsx";
import type { ActionRule } from "./action/action.ts";
import { ActionButton } from "./action/action-button.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { DateRangeField } from "./date-field.tsx";
import { FileDrop } from "./file-drop.tsx";
import { Dialog } from "./light/dialog.tsx";

const page = openFormPage();
const nothing = () => undefined;

/** The texts that describe an element. */
function getDescriptions(selector: string, nth = 0): string[] {
  const ids = document.querySelectorAll(selector)[nth]?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "");
}

test("both ends of a date range are described by its hint and its error", async () => {
  await page.draw(<DateRangeField label="Period" from="" until="" onValue={nothing} hint="Of this year" error="Fill this in." />);
  for (let tries = 0; tries < 100 && document.querySelector("[role=spinbutton]") === null; tries += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  for (const nth of [0, 3]) expect(getDescriptions(".date-end [role=spinbutton]", nth)).toEqual(["Of this year", "Fill this in."]);
});

test("a checkbox shows its error and is described by it", async () => {
  await page.draw(<Checkbox label="I agree" isChecked={false} error="Tick this." onChecked={nothing} />);
  expect(getDescriptions("input")).toEqual(["Tick this."]);
});

test("the button of a file drop is described by its hint and its error", async () => {
  await page.draw(<FileDrop label="Choose a file" hint="XLSX" error="This is no workbook." onFiles={nothing} />);
  expect(getDescriptions("button.button")).toEqual(["XLSX", "This is no workbook."]);
});

const rule: ActionRule<{ readonly isPacked: boolean }> = {
  calls: [],
  check: ({ isPacked }) => (isPacked ? null : { code: null, reason: { key: "ui.close" } }),
};

test("a blocked action that becomes available keeps the same button and the focus", async () => {
  const draw = (isPacked: boolean) =>
    page.draw(
      <ActionButton of={rule} subject={{ isPacked }}>
        Send
      </ActionButton>,
    );
  await draw(false);
  const button = document.querySelector("button");
  expect(button?.getAttribute("aria-disabled")).toBe("true");
  await act(async () => button?.focus());
  await draw(true);
  expect(document.querySelector("button")).toBe(button);
  expect(document.activeElement).toBe(button);
  expect(button?.hasAttribute("aria-disabled")).toBe(false);
});

test("a light dialog is closed before it is removed from the page, so that the browser restores the focus", async () => {
  const closed: boolean[] = [];
  HTMLDialogElement.prototype.showModal = nothing;
  HTMLDialogElement.prototype.close = function close() {
    closed.push(this.isConnected);
  };
  await page.draw(
    <Dialog title="Delete?" closeText="Cancel" actions={null} onClose={nothing}>
      <p>Gone for good.</p>
    </Dialog>,
  );
  await page.draw(<p>The page</p>);
  expect(closed).toEqual([true]);
});

test("a link that looks like a button is as tall as a button on a touch screen", async () => {
  await page.draw(
    <>
      <Button>Open</Button>
      <ButtonLink href="#open">Open</ButtonLink>
    </>,
  );
  const tall = /@media[^{]*coarse[^{]*\{\s*([^{]+?)\s*\{\s*min-height: 44px/.exec(readFileSync("src/kit/ui/button.css", "utf8"))?.[1];
  expect(document.querySelectorAll(tall ?? "none")).toHaveLength(2);
});

test("only the selected option of a list has a tick", () => {
  const rules = readFileSync("src/kit/ui/select.css", "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
  const ticks = [...rules.matchAll(/([^{}]*\.listbox-check)\s*\{([^}]*)\}/g)].map(([, selector = "", body = ""]) => [
    selector.trim(),
    /visibility: (\w+)/.exec(body)?.[1],
  ]);
  expect(ticks).toEqual([
    [".listbox-check", "hidden"],
    [".listbox-item[data-selected] .listbox-check", "visible"],
  ]);
});
