import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { deleteDownloads, markDownloadsSeen } from "#src/downloads/downloads.contract.ts";
import { cancelSubscription, createCheckout, openPortal, resumeSubscription } from "#src/subscription/subscription.contract.ts";
import { exportAuditLog } from "./audit.contract.ts";
import { actionKey, actionOptions } from "./action-words.rules.ts";

/** Written down under the name of the call itself. */
const namedByCall = [
  exportAuditLog,
  markDownloadsSeen,
  deleteDownloads,
  createCheckout,
  openPortal,
  cancelSubscription,
  resumeSubscription,
];

const server = new URL("../../server/", import.meta.url).pathname;
const slices = new URL("../", import.meta.url).pathname;

/** The texts of a folder's sources, tests left out. */
const sourcesOf = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(folder + path, "utf8"));

/** The calls of a slice that change something: receipts write each of them down under its own name. */
const changing = (slice: string): string[] =>
  sourcesOf(slices, `${slice}/*.contract.ts`).flatMap((text) =>
    [...text.matchAll(/name: "([a-z]+\.[a-z-]+)",\s+method: "(\w+)"/g)].flatMap(([, name = "", method]) =>
      method === "GET" ? [] : [name],
    ),
  );

/** Everything that an action's name could come from: a word of the server's sources, or the name of a call. */
function namesAtAll(): Set<string> {
  const texts = [...sourcesOf(server, "**/*.ts"), ...sourcesOf(slices, "*/*.contract.ts")];
  return new Set(
    texts
      .flatMap((text) => [...text.matchAll(/"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g)].map(([, name = ""]) => name))
      .concat(namedByCall.map(({ name }) => name)),
  );
}

/** Every action that the server writes into the log, as its sources name them. */
function writtenActions(): string[] {
  const code = sourcesOf(server, "**/*.ts").filter((text) => text.includes("writeAudit("));
  const named = /(?:\baction: |\b(?:changeAndNote|note)\([^"]*?)"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g;
  const eitherOr = /\baction: [^,\n]*\? "([a-z.-]+)" : "([a-z.-]+)"/g;
  const found = code.flatMap((text) => [
    ...[...text.matchAll(named)].map(([, action]) => action ?? ""),
    ...[...text.matchAll(eitherOr)].flatMap(([, yes, no]) => [yes ?? "", no ?? ""]),
  ]);
  return [...new Set([...found, ...namedByCall.map(({ name }) => name), ...changing("receipts")])].toSorted();
}

describe("the words for actions", () => {
  const written = writtenActions();

  test("are there for every action that the server writes down", () => {
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((action) => actionKey(action) === null)).toEqual([]);
  });

  test("are there for no action that nobody writes down", () => {
    const actions = actionOptions.map(({ value }) => value).filter((value) => value.includes("."));
    const names = namesAtAll();
    expect(actions.filter((action) => !names.has(action))).toEqual([]);
  });

  test("are not there for an action of a later version, nor for a word of every object", () => {
    expect([actionKey("waves.release"), actionKey("accounts"), actionKey("constructor"), actionKey("")]).toEqual([null, null, null, null]);
  });

  test("stand under the slice that they are of", () => {
    expect(actionOptions[0]).toEqual({ value: "accounts", text: "audit.slice.accounts" });
    const at = actionOptions.findIndex(({ value }) => value === "key-information");
    expect(actionOptions[at + 1]).toEqual({ value: "key-information.update-company", text: "audit.action.keyInformation.updateCompany" });
    expect(new Set(actionOptions.map(({ value }) => value)).size).toBe(actionOptions.length);
  });
});
