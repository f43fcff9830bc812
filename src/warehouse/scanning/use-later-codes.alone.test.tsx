// @vitest-environment jsdom
import { useEffect } from "react";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "#src/kit/api/client.ts";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { useTaskQueue } from "#src/kit/ui/scan/use-task-queue.ts";
import { useLaterCodes } from "./use-later-codes.ts";
import { useWork } from "./use-work.ts";

/** Whether the server is reached, and what was done with the codes that it knew. */
let isReached = false;
let settled: string[] = [];
let root: Root;
let screen: { readonly keep: (code: string, bag?: string) => void; readonly codes: readonly string[] } | null = null;

function Screen() {
  const work = useWork("bags");
  const enqueue = useTaskQueue();
  const later = useLaterCodes({ name: "bags", work, enqueue }, async ({ code, about }) =>
    isReached ? () => void settled.push(`${code} ${about["bag"] ?? ""}`) : null,
  );
  useEffect(() => {
    screen = {
      keep: (code, bag) => later.keep(work.session.begin(code), code, bag === undefined ? {} : { bag }),
      codes: later.codes.map(({ code }) => code),
    };
  });
  return null;
}

const client = createClient({ origin: "http://localhost", tokens: () => null });

async function open(): Promise<void> {
  screen = null;
  root = createRoot(document.createElement("div"));
  const scope = { username: "ann", providerUuid: "p" };
  root.render(
    <CallerContext value={{ area: "p", client, scope, role: "operator", permissions: [], isReadOnly: false }}>
      <Screen />
    </CallerContext>,
  );
  await vi.waitFor(() => expect(screen).not.toBeNull(), { timeout: 60_000 });
}
const see = (look: () => void) => vi.waitFor(look, { timeout: 60_000, interval: 10 });

beforeEach(async () => {
  [isReached, settled] = [false, []];
  localStorage.clear();
  await open();
});
afterEach(() => root.unmount());

test("codes that are scanned without network are looked up in their order when it is back, each once", async () => {
  screen?.keep("P-2", "B-1");
  screen?.keep("P-1", "B-1");
  screen?.keep("P-2", "B-2");
  await see(() => expect(screen?.codes).toEqual(["P-1", "P-2"]));
  isReached = true;
  dispatchEvent(new Event("online"));
  // It is in the bag that was open when it was scanned last.
  await see(() => expect(settled).toEqual(["P-1 B-1", "P-2 B-2"]));
  await see(() => expect(screen?.codes).toEqual([]));
  expect(localStorage.getItem("scanning.later")).toBe("{}");
});

test("they wait on the device while there is no network", async () => {
  screen?.keep("P-3");
  await see(() => expect(screen?.codes).toEqual(["P-3"]));
  dispatchEvent(new Event("online"));
  root.unmount();
  expect(localStorage.getItem("scanning.later")).toContain("P-3");
  await open();
  await see(() => expect(screen?.codes).toEqual(["P-3"]));
  expect(settled).toEqual([]);
});
