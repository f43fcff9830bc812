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

/** Every action that the server writes into the log, as its sources name them. */
function writtenActions(): string[] {
  const code = globSync("**/*.ts", { cwd: server })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(server + path, "utf8"))
    .filter((text) => text.includes("writeAudit("));
  const named = /(?:\baction: |\b(?:changeAndNote|note)\([^"]*?)"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g;
  const eitherOr = /\baction: [^,\n]*\? "([a-z.-]+)" : "([a-z.-]+)"/g;
  const found = code.flatMap((text) => [
    ...[...text.matchAll(named)].map(([, action]) => action ?? ""),
    ...[...text.matchAll(eitherOr)].flatMap(([, yes, no]) => [yes ?? "", no ?? ""]),
  ]);
  return [...new Set([...found, ...namedByCall.map(({ name }) => name)])].toSorted();
}

describe("the words for actions", () => {
  const written = writtenActions();

  test("are there for every action that the server writes down", () => {
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((action) => actionKey(action) === null)).toEqual([]);
  });

  test("are there for no action that nobody writes down", () => {
    const actions = actionOptions.map(({ value }) => value).filter((value) => value.includes("."));
    expect(actions.filter((action) => !written.includes(action))).toEqual([]);
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
