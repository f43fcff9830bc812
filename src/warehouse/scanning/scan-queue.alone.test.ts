import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, newKey } from "#src/kit/api/client.ts";
import type { ScanServer } from "#tests/factories/scan-server.ts";
import { scanPiece, startScanServer } from "#tests/factories/scan-server.ts";
import type { ScanDb } from "./scan-queue.storage.ts";
import { addCall, listCalls, discardCall, dropLease, openScanDb, getPicture, retryCall, takeLease } from "./scan-queue.storage.ts";
import type { QueuedCall, Maker } from "./scan-queue.rules.ts";
import { enqueueCall } from "./scan-queue.store.ts";
import type { CallOutcome, Outcome } from "./scan-sender.ts";
import { sendAll } from "./scan-sender.ts";
import { withSenderLock } from "./sender-lock.ts";

const ann: Maker = { username: "ann", providerUuid: "p", name: "Ann" };
const bob: Maker = { username: "bob", providerUuid: "p", name: "Bob" };

let server: ScanServer;
let db: ScanDb;
const outcomes: CallOutcome[] = [];

function kept(code: string, maker: Maker = ann): QueuedCall {
  const { name, method, path } = scanPiece;
  const made = { id: newKey(), idempotencyKey: newKey(), maker, madeAt: new Date().toISOString() };
  return { ...made, call: { name, method, path }, input: { code }, label: code, state: "waiting", sentAt: null, refusal: null };
}

async function keep(...codes: string[]): Promise<QueuedCall[]> {
  const calls = codes.map((code) => kept(code));
  for (const call of calls) await addCall(db, call);
  return calls;
}

const sending = (given: Partial<Parameters<typeof sendAll>[1]> = {}) => ({
  client: server.client,
  maker: ann,
  signal: new AbortController().signal,
  publish: (one: CallOutcome) => void outcomes.push(one),
  isAwaited: () => true,
  ...given,
});
const labels = async () => (await listCalls(db)).map(({ label }) => label);
const codesThatCame = () => server.came.map(({ code }) => code);

beforeEach(async () => {
  outcomes.length = 0;
  server = await startScanServer();
  db = await openScanDb();
});

afterEach(async () => {
  db.close();
  await deleteDB("quayside-scans");
  await server.close();
});

describe("waiting scans", () => {
  test("are sent one by one in the order in which they were made, and their results are published", async () => {
    await keep("A", "B", "C");
    expect(await sendAll(db, sending())).toBe("empty");
    expect(server.done).toEqual(["A", "B", "C"]);
    expect(outcomes.map((one) => one.kind === "done" && one.answer)).toEqual([{ place: 1 }, { place: 2 }, { place: 3 }]);
    expect(await labels()).toEqual([]);
  });

  test("survive when the tab is killed before anything is sent", async () => {
    await keep("A");
    db.close();
    db = await openScanDb();
    await sendAll(db, sending());
    expect(server.done).toEqual(["A"]);
  });

  test("are done once when the tab is killed between the answer and the removal", async () => {
    const [call] = await keep("A");
    const killed = sendAll(
      db,
      sending({
        publish: () => {
          throw new Error("the tab is gone");
        },
      }),
    );
    await expect(killed).rejects.toThrow("the tab is gone");
    expect(await sendAll(db, sending())).toBe("empty");
    expect(server.came.map(({ key }) => key)).toEqual([call?.idempotencyKey, call?.idempotencyKey]);
    expect(server.done).toEqual(["A"]);
    expect(outcomes).toMatchObject([{ kind: "done", answer: { place: 1 } }]);
  });

  test("are done once when the answer is lost", async () => {
    await keep("A", "B");
    let losses = 2;
    server.manner = (code) => (code === "A" && (losses -= 1) >= 0 ? "losesAnswer" : "answers");
    expect(await sendAll(db, sending())).toBe("empty");
    expect(server.done).toEqual(["A", "B"]);
    expect(new Set(server.came.map(({ key }) => key)).size).toBe(2);
  });

  test("whose row is refused are set aside if nobody waits for the answer any more, as after a reload", async () => {
    await keep("A", "B");
    server.manner = () => "refusesRow";
    expect(await sendAll(db, sending({ isAwaited: () => outcomes.length > 0 }))).toBe("empty");
    expect(await listCalls(db)).toMatchObject([{ label: "A", state: "refused", refusal: { codeName: "changedMeanwhile" } }]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["refused", "done"]);
    expect(outcomes[0]).toHaveProperty("answer.failed");
  });

  test("whose row is refused when another tab sends them are answered as a whole where somebody waits", async () => {
    const call = kept("A");
    const answer = { done: 1, failed: [] };
    const problem = { code: 1, codeName: null, msg: { en_us: "No", zh_cn: "No" } };
    const other = new BroadcastChannel("quayside.scans");
    try {
      const listener = vi.fn<(ended: Outcome) => void>();
      await enqueueCall(call, listener);
      other.postMessage({ id: call.id, kind: "refused", problem, answer } satisfies CallOutcome);
      await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith({ kind: "done", answer }));
      await vi.waitFor(async () => expect(await labels()).toEqual([]));
    } finally {
      other.close();
    }
  });

  test("stay in their order while the server is busy", async () => {
    await keep("A", "B");
    server.manner = () => "isBusy";
    expect(await sendAll(db, sending())).toBe("later");
    expect(await labels()).toEqual(["A", "B"]);
    expect(codesThatCame()).toEqual(["A"]);
    server.manner = () => "answers";
    await sendAll(db, sending());
    expect(server.done).toEqual(["A", "B"]);
  });

  test("stay while no server answers", async () => {
    await keep("A");
    const nowhere = createClient({ origin: "http://127.0.0.1:9", tokens: () => null });
    expect(await sendAll(db, sending({ client: nowhere }))).toBe("later");
    expect(await listCalls(db)).toMatchObject([{ label: "A", state: "waiting", sentAt: expect.any(Number) }]);
  });

  test("carry their picture: stored with the scan, uploaded before it, and deleted with it", async () => {
    const bytes = new TextEncoder().encode("a picture").buffer;
    const picture = { bytes, contentType: "image/jpeg", name: "photo.jpg" };
    const call: QueuedCall = { ...kept("A"), hasPicture: true };
    await addCall(db, call, picture);
    expect(await getPicture(db, call.id)).toEqual(picture);
    // The answer is lost: the retry must be identical, including the picture.
    server.manner = () => "losesAnswer";
    expect(await sendAll(db, sending())).toBe("later");
    expect(await getPicture(db, call.id)).toEqual(picture);
    server.manner = () => "answers";
    expect(await sendAll(db, sending())).toBe("empty");
    expect(server.pictures.length).toBeGreaterThan(1);
    for (const one of server.pictures) expect(one).toEqual({ key: `${call.idempotencyKey}-picture`, size: 9 });
    expect(server.done).toEqual(["A"]);
    for (const filenames of server.named) expect(filenames).toEqual(["picture.jpg"]);
    expect(await getPicture(db, call.id)).toBeNull();
  });

  test("are not resent automatically after a day without an answer", async () => {
    const [call] = await keep("A", "B");
    const tx = db.transaction("calls", "readwrite");
    const cursor = await tx.store.openCursor();
    await cursor?.update({ ...cursor.value, sentAt: Date.now() - 24 * 3_600_000 });
    await tx.done;
    await sendAll(db, sending());
    expect(server.done).toEqual(["B"]);
    expect(await listCalls(db)).toMatchObject([{ id: call?.id, state: "unsure" }]);
  });
});

describe("a refused scan", () => {
  test("is set aside with its reason, and later scans continue", async () => {
    await keep("A", "B");
    server.manner = (code) => (code === "A" ? "refuses" : "answers");
    expect(await sendAll(db, sending())).toBe("empty");
    expect(server.done).toEqual(["B"]);
    expect(outcomes).toMatchObject([{ kind: "refused", problem: { codeName: "changedMeanwhile", code: 4009 } }, { kind: "done" }]);
    expect(await listCalls(db)).toMatchObject([{ label: "A", state: "refused", refusal: { codeName: "changedMeanwhile" } }]);
    await sendAll(db, sending());
    expect(codesThatCame()).toEqual(["A", "B"]);
  });

  test("is resent under a new key at the request of its user only", async () => {
    const [call] = await keep("A");
    server.manner = () => "refuses";
    await sendAll(db, sending());
    server.manner = () => "answers";
    expect(await retryCall(db, call?.id ?? "", bob, "bobs-key")).toBe(false);
    expect(await retryCall(db, call?.id ?? "", ann, "another-key")).toBe(true);
    await sendAll(db, sending());
    expect(server.came.map(({ key }) => key)).toEqual([call?.idempotencyKey, "another-key"]);
    expect(server.done).toEqual(["A"]);
  });

  test("can be discarded by its user alone, unlike a waiting one", async () => {
    const [refused, waiting] = await keep("A", "B");
    server.manner = (code) => (code === "A" ? "refuses" : "isBusy");
    await sendAll(db, sending());
    expect(await discardCall(db, refused?.id ?? "", bob)).toBe(false);
    expect(await discardCall(db, waiting?.id ?? "", ann)).toBe(false);
    expect(await labels()).toEqual(["A", "B"]);
    expect(await discardCall(db, refused?.id ?? "", ann)).toBe(true);
    expect(await labels()).toEqual(["B"]);
  });
});

describe("another user on the same device", () => {
  test("sends no scans of the other user", async () => {
    await addCall(db, kept("A", ann));
    await addCall(db, kept("B", bob));
    await sendAll(db, sending({ maker: bob, client: server.clientOf("bob") }));
    expect(server.came).toMatchObject([{ code: "B", by: "Bearer bob" }]);
    expect(await labels()).toEqual(["A"]);
    await sendAll(db, sending());
    expect(server.came).toMatchObject([{ code: "B" }, { code: "A", by: "Bearer ann" }]);
  });

  test("stops a running request at once, and its scan is still done once", async () => {
    await keep("A", "B");
    server.manner = () => "holds";
    const hands = new AbortController();
    const running = sendAll(db, sending({ signal: hands.signal }));
    await vi.waitFor(() => expect(server.came).toHaveLength(1), { timeout: 60_000 });
    hands.abort();
    expect(await running).toBe("later");
    server.release();
    server.manner = () => "answers";
    await sendAll(db, sending());
    expect(server.done).toEqual(["A", "B"]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done"]);
  });
});

describe("two tabs", () => {
  test("send each scan once between them", async () => {
    await keep("A", "B", "C", "D");
    const other = await openScanDb();
    const { signal } = new AbortController();
    const drain = (tab: ScanDb, name: string) => withSenderLock(tab, name, signal, async () => void (await sendAll(tab, sending())));
    await Promise.all([drain(db, "one"), drain(other, "two")]);
    other.close();
    expect(codesThatCame()).toEqual(["A", "B", "C", "D"]);
  });

  test("share one lease for sending when the browser has no locks, which expires when a tab is killed", async () => {
    expect(await takeLease(db, "one", 1000, 2000)).toBe(true);
    expect(await takeLease(db, "two", 1500, 3000)).toBe(false);
    expect(await takeLease(db, "one", 1500, 2500)).toBe(true);
    expect(await takeLease(db, "two", 2400, 3000)).toBe(false);
    expect(await takeLease(db, "two", 2500, 3000)).toBe(true);
    await dropLease(db, "one");
    expect(await takeLease(db, "one", 2600, 3000)).toBe(false);
    await dropLease(db, "two");
    expect(await takeLease(db, "one", 2600, 3000)).toBe(true);
  });
});
