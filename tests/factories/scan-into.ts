import { act } from "react";

/** Scans a code into the scan box of a page (jsdom), as a scanner that ends each code with Enter does. */
export async function scanInto(page: HTMLElement, code: string): Promise<void> {
  const box = page.querySelector<HTMLInputElement>(".scan-box input");
  if (box === null) throw new Error("the page has no scan box");
  await act(async () => {
    box.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, code);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
  });
}
