// @vitest-environment jsdom
import { useRef } from "react";
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadRest, showLanguage } from "#web/texts/warehouse.ts";
import { useToasts } from "../toast.store.ts";
import { Toasts } from "../toast.tsx";
import { useFunctionKey } from "./use-function-key.ts";

const pressed = vi.fn<() => void>();
let root: Root;

function Frame() {
  const frame = useRef<HTMLElement>(null);
  useFunctionKey(frame, "F3", pressed);
  return <section ref={frame} />;
}

/** Renders the frame with a dialog, or with the toasts alone. */
async function open(hasDialog: boolean): Promise<void> {
  root.render(
    <>
      <Frame />
      {hasDialog && <div role="dialog" />}
      <Toasts />
    </>,
  );
  await vi.waitFor(() => expect(document.querySelector("section")).not.toBeNull());
}

beforeEach(async () => {
  await loadRest();
  await showLanguage("en_us");
  pressed.mockClear();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => root.unmount());

const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "F3", bubbles: true, cancelable: true }));

test("a function key works while a toast is shown, and not under a dialog", async () => {
  await open(false);
  useToasts.getState().show("good", "Photo added");
  await vi.waitFor(() => expect(document.body.textContent).toContain("Photo added"));
  press();
  expect(pressed).toHaveBeenCalledTimes(1);
  await open(true);
  await vi.waitFor(() => expect(document.querySelector("[role=dialog]")).not.toBeNull());
  press();
  expect(pressed).toHaveBeenCalledTimes(1);
});
