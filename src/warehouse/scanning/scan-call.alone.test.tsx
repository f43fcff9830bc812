// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { useEffect } from "react";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client } from "#src/kit/api/client.ts";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { useSessions } from "#src/kit/session/session.store.ts";
import type { ScanServer } from "#tests/factories/scan-server.ts";
import { scanPiece, startScanServer } from "#tests/factories/scan-server.ts";
import { useScanQueue } from "./scan-queue.store.ts";
import type { ScanCall } from "./use-scan-call.ts";
import { useScanCall, useWaitingInputs } from "./use-scan-call.ts";

let server: ScanServer;
let root: Root;
let call: ScanCall<typeof scanPiece> | null = null;

/** The pieces shown at each render, answered and queued. */
let shown: number[] = [];
let answeredLater = 0;

function Screen() {
  const scans = useScanCall(scanPiece);
  const waiting = useWaitingInputs(scanPiece);
  useEffect(() => {
    call = scans;
  }, [scans]);
  useEffect(() => {
    shown.push(answeredLater + waiting.length);
  }, [waiting]);
  return null;
}

/** Opens a scanning screen as a signed-in user. */
async function workAs(username: string, client: Client = server.clientOf(username)): Promise<void> {
  const who = { username, relatedId: "p", avatar: "", shops: [], since: 0, role: "Operator" } as const;
  useSessions.setState({ sessions: { p: { ...who, accessToken: username, csrfToken: "c" }, ds: null } });
  call = null;
  root.render(
    <CallerContext
      value={{ area: "p", client, scope: { username, providerUuid: "p" }, role: "operator", permissions: [], isReadOnly: false }}
    >
      <Screen key={username} />
    </CallerContext>,
  );
  await vi.waitFor(() => expect(call).not.toBeNull(), { timeout: 60_000 });
}

const see = (look: () => void) => vi.waitFor(look, { timeout: 60_000, interval: 10 });
const scan = (code: string, onLater?: (sent: { kind: string }) => void) => {
  if (call === null) throw new Error("no screen is open");
  return call.perform({ code }, { label: code, ...(onLater === undefined ? {} : { onLater }) });
};
const kept = () => useScanQueue.getState().calls.map(({ label, state, maker }) => [label, state, maker.username]);

beforeEach(async () => {
  server = await startScanServer();
  root = createRoot(document.createElement("div"));
});

afterEach(async () => {
  root.unmount();
  vi.restoreAllMocks();
  await server.close();
});

describe("a scan's call", () => {
  test("is answered in its turn, and leaves nothing in the queue", async () => {
    await workAs("ann");
    const outcomes = await Promise.all(["A", "B", "C"].map((code) => scan(code)));
    expect(outcomes).toEqual([1, 2, 3].map((place) => ({ kind: "done", answer: { place } })));
    await see(() => expect(kept()).toEqual([]));
  });

  test("reports why it was refused, and the queue does not report it again", async () => {
    await workAs("ann");
    server.manner = () => "refuses";
    expect(await scan("A")).toMatchObject({ kind: "refused", problem: { codeName: "changedMeanwhile" } });
    await see(() => expect(kept()).toEqual([]));
  });

  test("waits while offline, is sent once when online, and then reports its result", async () => {
    await workAs("ann");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.manner = () => "isBusy";
    const later: string[] = [];
    expect(await scan("A", ({ kind }) => void later.push(kind))).toEqual({ kind: "waiting" });
    await see(() => expect(kept()).toEqual([["A", "waiting", "ann"]]));
    server.manner = () => "answers";
    online.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await see(() => expect(later).toEqual(["done"]));
    await see(() => expect(kept()).toEqual([]));
    expect(server.done).toEqual(["A"]);
  });

  test("counts while it waits for its answer, so that the progress never goes back when the network returns", async () => {
    await workAs("ann");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    dispatchEvent(new Event("offline"));
    // The network returns before an attempt has failed: the queue never noticed an outage.
    server.manner = () => "holds";
    [shown, answeredLater] = [[], 0];
    const outcomes = await Promise.all(["A", "B", "C"].map((code) => scan(code, () => void (answeredLater += 1))));
    expect(outcomes).toEqual([{ kind: "waiting" }, { kind: "waiting" }, { kind: "waiting" }]);
    await see(() => expect(shown.at(-1)).toBe(3));
    online.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await see(() => expect(server.came.length).toBeGreaterThan(0));
    server.manner = () => "answers";
    server.release();
    await see(() => expect(answeredLater).toBe(3));
    await see(() => expect(kept()).toEqual([]));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown.at(-1)).toBe(3);
  });

  test("stays with its user through a user switch, and is sent when that user is back", async () => {
    await workAs("ann");
    server.manner = () => "isBusy";
    expect(await scan("A")).toEqual({ kind: "waiting" });
    await workAs("bob");
    server.manner = () => "answers";
    expect(await scan("B")).toMatchObject({ kind: "done" });
    await see(() => expect(kept()).toEqual([["A", "waiting", "ann"]]));
    expect(server.done).toEqual(["B"]);
    await workAs("ann");
    await see(() => expect(server.done).toEqual(["B", "A"]));
    expect(server.came.filter(({ code }) => code === "A").every(({ by }) => by === "Bearer ann")).toBe(true);
    await see(() => expect(kept()).toEqual([]));
  });

  test("is sent even when the browser cannot store it", async () => {
    await workAs("ann");
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    expect(await scan("A")).toMatchObject({ kind: "done" });
  });
});
