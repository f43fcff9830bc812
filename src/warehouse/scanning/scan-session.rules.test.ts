import { expect, test } from "vitest";
import type { ScanEntry } from "#src/kit/ui/scan/scan-entry.ts";
import type { ScanEvent } from "./scan-session.rules.ts";
import { findShown, findUndoable, withEvent } from "./scan-session.rules.ts";

const undo = () => undefined;
const after = (...events: ScanEvent[]): readonly ScanEntry[] => events.reduce<readonly ScanEntry[]>(withEvent, []);
const begun = (id: string): ScanEvent => ({ kind: "begun", id, code: `code ${id}`, at: 1 });
const answered = (id: string, state: "done" | "ask" | "refused" | "waiting", isUndoable = true): ScanEvent => ({
  kind: "answered",
  id,
  state,
  text: `${id} ${state}`,
  ...(isUndoable ? { undo } : {}),
});

test("scans are listed newest first, each with its result", () => {
  const entries = after(begun("a"), begun("b"), answered("a", "done"));
  expect(entries.map(({ id, state, text }) => [id, state, text])).toEqual([
    ["b", "pending", ""],
    ["a", "done", "a done"],
  ]);
});

test("a warning stays with the scan that is done with it, and with no other", () => {
  const entries = after(
    begun("a"),
    { kind: "answered", id: "a", state: "done", text: "in box 2", isWarning: true },
    begun("b"),
    answered("b", "done"),
  );
  expect(entries.map(({ state, isWarning }) => [state, isWarning])).toEqual([
    ["done", undefined],
    ["done", true],
  ]);
});

test("a scan that waited is done later, and can then be undone", () => {
  const entries = after(begun("a"), answered("a", "waiting", false), answered("a", "done"));
  expect(entries).toMatchObject([{ state: "done", undo }]);
});

test("an undone scan stays undone, whatever answer arrives late", () => {
  const entries = after(begun("a"), answered("a", "waiting"), { kind: "undone", id: "a" }, answered("a", "done"));
  expect(entries).toMatchObject([{ state: "undone" }]);
  expect(findUndoable(entries)).toBeNull();
});

test("a refused scan is put away first, and only then is the scan before it undone", () => {
  const refused = after(begun("a"), answered("a", "done"), begun("b"), answered("b", "refused", false));
  expect(findUndoable(refused)?.id).toBe("b");
  const seen = withEvent(refused, { kind: "seen", id: "b" });
  expect(findShown(seen)).toBeNull();
  expect(findUndoable(seen)?.id).toBe("a");
  expect(findShown(withEvent(seen, { kind: "undone", id: "a" }))?.id).toBe("a");
});

test("while a wrong piece is in hand, nothing is undone", () => {
  const blocked = after(begun("a"), answered("a", "done"), begun("b"), {
    kind: "answered",
    id: "b",
    state: "refused",
    text: "put it aside",
    blocks: true,
  });
  expect(findUndoable(blocked)).toBeNull();
  expect(findShown(blocked)?.id).toBe("b");
});

test("a question is withdrawn before what was scanned earlier", () => {
  expect(findUndoable(after(begun("a"), answered("a", "done"), begun("b"), answered("b", "ask")))?.id).toBe("b");
});

test("what was undone is shown, not a refusal before it, until the next scan; a withdrawn question shows what was scanned", () => {
  const refused = after(begun("a"), answered("a", "done"), begun("b"), answered("b", "done"), begun("c"), answered("c", "refused"));
  expect(findShown(refused)?.id).toBe("c");
  const once = withEvent(refused, { kind: "undone", id: "b" });
  expect(findShown(once)).toMatchObject({ id: "b", state: "undone", text: "b done" });
  const twice = withEvent(once, { kind: "undone", id: "a" });
  expect(findShown(twice)?.id).toBe("a");
  expect(findShown(withEvent(twice, begun("d")))?.id).toBe("d");
  expect(findShown(after(begun("a"), answered("a", "ask"), { kind: "undone", id: "a" }))).toMatchObject({ code: "code a", text: "" });
  expect(findShown([])).toBeNull();
});

test("no earlier scan is undone while the newest is pending or cannot be undone", () => {
  expect(findUndoable(after(begun("a"), answered("a", "done"), begun("b")))).toBeNull();
  expect(findUndoable(after(begun("a"), answered("a", "done"), begun("b"), answered("b", "done", false)))).toBeNull();
  expect(findUndoable([])).toBeNull();
});

test("the newest 50 scans are kept", () => {
  const entries = after(...Array.from({ length: 60 }, (_, place) => begun(String(place))));
  expect(entries).toHaveLength(50);
  expect(entries[0]?.id).toBe("59");
});
