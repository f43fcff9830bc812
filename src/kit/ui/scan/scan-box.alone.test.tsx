// @vitest-environment jsdom
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import type { Scan } from "./scan.rules.ts";
import type { ScanBoxProps } from "./scan-box.tsx";
import { ScanBox } from "./scan-box.tsx";

let root: Root;
let page: HTMLElement;
let scans: Scan[];

/** Renders a page with the box, a button, a field, and a dialog that can be opened. */
function open(given: Partial<ScanBoxProps> = {}): void {
  root.render(
    <>
      <button type="button" className="beside">
        Beside
      </button>
      <input className="field" type="text" />
      <ScanBox label="Location" onScan={(scan) => scans.push(scan)} {...given} />
    </>,
  );
}

const see = (look: () => void) => vi.waitFor(look, { timeout: 60_000, interval: 10 });
const one = (selector: string): HTMLElement => {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`there is no ${selector}`);
  return found;
};
const box = (): HTMLInputElement => {
  const found = one(".scan-box-input");
  if (!(found instanceof HTMLInputElement)) throw new Error("the box is no input");
  return found;
};
const hasFocus = () => see(() => expect(document.activeElement).toBe(box()));
const key = (name: string, init: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }),
  );

/** Types into the focused element, as a scanner does. */
function type(text: string, end = "Enter"): void {
  for (const character of Array.from(text)) {
    const isTaken = !key(character);
    const target = document.activeElement;
    if (target instanceof HTMLInputElement && !isTaken) target.value += character;
  }
  key(end);
}

beforeEach(async () => {
  scans = [];
  await loadRest();
  await showLanguage("en_us");
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});

afterEach(() => {
  root.unmount();
  page.remove();
});

describe("a scanner that sends no key at the end of a scan", () => {
  const rules = { prefixes: [], repeat_ms: 0, suffix: "none" } as const;
  const texts = () => scans.map(({ text }) => text);

  test("ends a scan when it falls silent, inside and outside the box", async () => {
    open({ rules });
    await hasFocus();
    type("A-01-01", "Shift");
    await see(() => expect(texts()).toEqual(["A-01-01"]));
    expect(box().value).toBe("");
    one(".beside").focus();
    type("B-02-02", "Shift");
    await see(() => expect(texts()).toEqual(["A-01-01", "B-02-02"]));
  });

  test("is not confused with typing, and a scan that does end with a key is reported once", async () => {
    open({ rules });
    await hasFocus();
    type("4", "2");
    type("C-03");
    await see(() => expect(texts()).toEqual(["4C-03"]));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(texts()).toEqual(["4C-03"]);
  });
});

describe("scans before the scanner's rules are known", () => {
  const texts = () => scans.map(({ text }) => text);
  const rules = { prefixes: ["~W"], repeat_ms: 1000, suffix: "enter" } as const;

  test("are held, and taken in order without what the scanner adds once the rules are there", async () => {
    open({ rules: "loading" });
    await hasFocus();
    type("~WA-01-01");
    type("~WB-02-02");
    type("~WB-02-02");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(texts()).toEqual([]);
    expect(box().value).toBe("");
    open({ rules });
    await see(() => expect(texts()).toEqual(["A-01-01", "B-02-02"]));
    type("~WC-03-03");
    await see(() => expect(texts()).toEqual(["A-01-01", "B-02-02", "C-03-03"]));
  });

  test("are taken as they are if the rules cannot be loaded", async () => {
    open({ rules: "loading" });
    await hasFocus();
    type("A-01-01");
    open();
    await see(() => expect(texts()).toEqual(["A-01-01"]));
  });

  test("are taken from the box if the scanner turns out to send no end key", async () => {
    open({ rules: "loading" });
    await hasFocus();
    type("~WA-01-01", "Shift");
    expect(box().value).toBe("~WA-01-01");
    open({ rules: { ...rules, suffix: "none" } });
    await see(() => expect(texts()).toEqual(["A-01-01"]));
  });
});

describe("the focus of the scan box", () => {
  test("is set from the start, without an on-screen keyboard", async () => {
    open();
    await hasFocus();
    expect(box().inputMode).toBe("none");
    expect(one(".scan-box-label").textContent).toBe("Location");
  });

  test("returns after a press elsewhere, and after a dialog", async () => {
    open();
    await hasFocus();
    one(".beside").focus();
    one(".beside").click();
    await hasFocus();
    const dialog = page.appendChild(document.createElement("dialog"));
    dialog.innerHTML = "<button>In the dialog</button>";
    dialog.setAttribute("open", "");
    one("dialog button").focus();
    one("dialog button").click();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(document.activeElement).toBe(one("dialog button"));
    dialog.removeAttribute("open");
    dialog.dispatchEvent(new Event("close"));
    await hasFocus();
  });

  test("is not taken from a field in use", async () => {
    open();
    await hasFocus();
    one(".field").focus();
    one(".field").click();
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(document.activeElement).toBe(one(".field"));
    type("A-01-02");
    expect(scans).toEqual([]);
  });

  test("opens an on-screen keyboard only on F4", async () => {
    open();
    await hasFocus();
    key("F4");
    await see(() => expect(box().inputMode).toBe("text"));
    await hasFocus();
  });
});

describe("a scanner that sends keystrokes", () => {
  test("is read in the box, with Enter or Tab as the suffix", async () => {
    open();
    await hasFocus();
    type("A-01-02");
    type("9501101530003", "Tab");
    expect(scans).toEqual([{ text: "A-01-02" }, { text: "9501101530003", gtin: "09501101530003" }]);
    expect(box().value).toBe("");
  });

  test("is read while a button has the focus, without pressing it", async () => {
    open();
    await hasFocus();
    const pressed = vi.fn<() => void>();
    one(".beside").addEventListener("click", pressed);
    one(".beside").focus();
    type("A-01-02");
    expect(scans).toEqual([{ text: "A-01-02" }]);
    expect(pressed).not.toHaveBeenCalled();
  });

  test("counts a repeated code once, unless the screen takes repeats", async () => {
    open();
    await hasFocus();
    type("A-01-02");
    type("A-01-02");
    expect(scans).toHaveLength(1);
    open({ takesRepeats: true });
    await see(() => expect(box()).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 0));
    type("B-01");
    type("B-01");
    expect(scans.map(({ text }) => text)).toEqual(["A-01-02", "B-01", "B-01"]);
  });

  test("shows why a scan is invalid, until the next scan", async () => {
    open();
    await hasFocus();
    type("]C10109501101530004");
    await see(() => expect(one(".scan-box-problem").textContent).toContain("check digit"));
    expect(box().getAttribute("aria-invalid")).toBe("true");
    type("A-01-02");
    await see(() => expect(document.querySelector(".scan-box-problem")).toBeNull());
  });

  test("counts a code repeated within the time limit once, unless Escape undid the first scan", async () => {
    open({ rules: { prefixes: [], repeat_ms: 60_000 } });
    await hasFocus();
    type("A-01");
    type("A-01");
    expect(scans.map(({ text }) => text)).toEqual(["A-01"]);
    key("Escape");
    type("A-01");
    expect(scans.map(({ text }) => text)).toEqual(["A-01", "A-01"]);
  });

  test("leaves the keys that the screen handles to the screen, and Escape clears the box", async () => {
    open({ onKey: (name, text) => name === "Enter" && text === "2" });
    await hasFocus();
    type("2");
    expect(scans).toEqual([]);
    expect(box().value).toBe("");
    type("half", "Escape");
    expect(box().value).toBe("");
    expect(scans).toEqual([]);
  });
});

describe("the camera", () => {
  test("says that it needs https on a page without a secure connection", async () => {
    HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function shut(this: HTMLDialogElement) {
      this.open = false;
    };
    open();
    await hasFocus();
    key("F8");
    await see(() => expect(one("[role=alert]").textContent).toContain("https"));
  });
});
