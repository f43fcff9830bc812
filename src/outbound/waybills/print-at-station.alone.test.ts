import { afterEach, expect, test, vi } from "vitest";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Client } from "#src/kit/api/client.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import { envelope } from "#src/kit/api/envelope.ts";
import { StationQueue } from "./print-at-station.ts";
import { keepUnprintedFiles, readUnprintedFiles } from "./print-station.storage.ts";
import type { WaybillRow } from "./waybills.contract.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue reads nothing else of a row
const row = (uuid: string) => ({ waybill_uuid: uuid, parcel_number: `P-${uuid}` }) as WaybillRow;

afterEach(() => vi.restoreAllMocks());

const owner = { providerUuid: "provider", username: "picker" };
const refusal = (name: CodeName) => new CallProblem("refusal", 200, envelope(name, null));
const link = "https://quayside.test/print?print_uuid=1&kind=zpl";

/** A client whose calls and files fail with these problems, one after the other, and are answered then. */
function failingClient(problems: readonly CallProblem[], fileProblems: readonly CallProblem[] = []) {
  const left = [...problems];
  const filesLeft = [...fileProblems];
  const calls: { readonly input: unknown; readonly key: string | undefined }[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a station makes no other call
  const client = {
    async call(_call: unknown, input: unknown, options?: { readonly idempotencyKey?: string }) {
      calls.push({ input, key: options?.idempotencyKey });
      const problem = left.shift();
      if (problem !== undefined) throw problem;
      return { done: 1, failed: [], files: fileProblems.length === 0 ? [] : [{ kind: "zpl", link }] };
    },
    async file() {
      throw filesLeft.shift() ?? new Error("no file is asked for again");
    },
  } as unknown as Client;
  return { client, calls };
}

test("a print whose answer was lost is asked for again with the same labels and key, and what arrives meanwhile comes after it", async () => {
  const { client, calls } = failingClient([new CallProblem("timeout", 0, null)]);
  const queue = new StationQueue();
  queue.add([row("1")]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(false);
  queue.add([row("1"), row("2")]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(true);
  const [lost, again, next] = calls;
  expect(again).toEqual(lost);
  expect(again?.key).toBeTypeOf("string");
  expect(next?.input).toMatchObject({ waybill_uuids: ["2"] });
  expect(next?.key).not.toBe(again?.key);
  expect(calls).toHaveLength(3);
});

test("a print whose answer was lost is asked for again after a reload, by the same user, before what arrives then", async () => {
  const { client, calls } = failingClient([new CallProblem("network", 0, null)]);
  const before = new StationQueue();
  before.add([row("1")]);
  expect(await before.work({ client, owner, label: "Labels" })).toBe(false);
  expect(await new StationQueue().work({ client, owner: { ...owner, username: "other" }, label: "Labels" })).toBe(true);
  const after = new StationQueue();
  after.add([row("1"), row("2")]);
  expect(await after.work({ client, owner, label: "Labels" })).toBe(true);
  expect(calls[1]).toEqual(calls[0]);
  expect(calls.slice(2)).toMatchObject([{ input: { waybill_uuids: ["2"] } }]);
});

test("files that do not fit into the storage are printed with those that are in it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
  vi.stubGlobal("localStorage", storage);
  keepUnprintedFiles(owner, [{ kind: "zpl", link: `${link}&first=` }]);
  storage.setItem = () => {
    throw new Error("full");
  };
  const { client } = failingClient([], [refusal("waybills.voided"), refusal("loginExpired"), refusal("waybills.voided")]);
  const queue = new StationQueue();
  queue.add([row("1")]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(false);
  expect(readUnprintedFiles(owner)).toEqual([{ kind: "zpl", link }]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(true);
  vi.unstubAllGlobals();
});

test("a print that is refused because nobody is signed in is asked for again", async () => {
  const { client, calls } = failingClient([refusal("loginExpired")]);
  const queue = new StationQueue();
  queue.add([row("1")]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(false);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(true);
  expect(calls[1]).toEqual(calls[0]);
});

test("a file of labels stays its user's until it is printed or void", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { client, calls } = failingClient([], [refusal("forbidden"), refusal("loginExpired"), refusal("waybills.voided")]);
  const queue = new StationQueue();
  queue.add([row("1")]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(false);
  expect(await queue.work({ client, owner: { ...owner, username: "other" }, label: "Labels" })).toBe(true);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(false);
  expect(readUnprintedFiles(owner)).toEqual([{ kind: "zpl", link }]);
  expect(await queue.work({ client, owner, label: "Labels" })).toBe(true);
  expect(readUnprintedFiles(owner)).toEqual([]);
  expect(calls).toHaveLength(1);
});
