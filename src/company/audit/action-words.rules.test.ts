import { globSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Call } from "#src/kit/api/define-call.ts";
import { deleteDownloads, markDownloadsSeen } from "#src/company/downloads/downloads.contract.ts";
import { cancelSubscription, createCheckout, openPortal, resumeSubscription } from "#src/pro/subscription/subscription.contract.ts";
import { exportAuditLog } from "./audit.contract.ts";
import { getActionKey, actionOptions } from "./action-words.rules.ts";

/** Actions named after their call. */
const namedByCall = [
  exportAuditLog,
  markDownloadsSeen,
  deleteDownloads,
  createCheckout,
  openPortal,
  cancelSubscription,
  resumeSubscription,
];

const server = new URL("../../../server/", import.meta.url).pathname;
const slices = new URL("../../", import.meta.url).pathname;

/** Reads the sources of a folder, without tests. */
const readSources = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => readFileSync(folder + path, "utf8"));

/** Lists the mutating calls of a slice, for slices that log every call under its own name, such as receipts. */
const changing = (slice: string): string[] =>
  readSources(slices, `*/${slice}/*.contract.ts`).flatMap((text) =>
    [...text.matchAll(/name: "([a-z]+\.[a-z-]+)",\s+method: "(\w+)"/g)].flatMap(([, name = "", method]) =>
      method === "GET" ? [] : [name],
    ),
  );

/** Imports the mutating calls of the outbound slices, whose routes log each under its own name. */
async function importOutboundCalls(): Promise<string[]> {
  const paths = globSync("outbound/*/*.contract.ts", { cwd: slices });
  const modules = await Promise.all(paths.map(async (path) => (await import(slices + path)) as Record<string, Partial<Call> | undefined>));
  const calls = modules.flatMap((one) => Object.values(one)).filter((one) => typeof one?.method === "string");
  return [...new Set(calls.flatMap((one) => (one?.method === "GET" || one?.onlyReads === true ? [] : (one?.name ?? []))))];
}

/** Collects every possible source of an action's name: the words of the server's sources, and the names of calls. */
function namesAtAll(outbound: readonly string[]): Set<string> {
  const texts = [...readSources(server, "**/*.ts"), ...readSources(slices, "*/*/*.contract.ts")];
  return new Set(
    texts
      .flatMap((text) => [...text.matchAll(/"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g)].map(([, name = ""]) => name))
      .concat(namedByCall.map(({ name }) => name))
      .concat(outbound),
  );
}

/** Lists every action that the server's sources write to the log. */
function writtenActions(): string[] {
  const code = readSources(server, "**/*.ts").filter((text) => text.includes("writeAudit("));
  const named = /(?:\baction: |\b(?:changeAndNote|note)\([^"]*?)"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g;
  const eitherOr = /\baction: [^,\n]*\? "([a-z.-]+)" : "([a-z.-]+)"/g;
  const found = code.flatMap((text) => [
    ...[...text.matchAll(named)].map(([, action]) => action ?? ""),
    ...[...text.matchAll(eitherOr)].flatMap(([, yes, no]) => [yes ?? "", no ?? ""]),
  ]);
  return [...new Set([...found, ...namedByCall.map(({ name }) => name), ...changing("receipts")])].toSorted();
}

describe("the texts for audited actions", () => {
  const written = writtenActions();
  let outbound: string[] = [];
  beforeAll(async () => {
    outbound = await importOutboundCalls();
  });

  test("exist for every action that the server logs", () => {
    expect(written.length).toBeGreaterThan(30);
    expect(outbound.length).toBeGreaterThan(80);
    expect([...written, ...outbound].filter((action) => getActionKey(action) === null)).toEqual([]);
  });

  test("do not exist for an action that is never logged", () => {
    const actions = actionOptions.map(({ value }) => value).filter((value) => value.includes("."));
    const names = namesAtAll(outbound);
    expect(actions.filter((action) => !names.has(action))).toEqual([]);
  });

  test("do not exist for an action of a later version or a built-in object property", () => {
    expect([getActionKey("waves.fly"), getActionKey("accounts"), getActionKey("constructor"), getActionKey("")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("are listed under their slice", () => {
    expect(actionOptions[0]).toEqual({ value: "accounts", text: "audit.slice.accounts" });
    const at = actionOptions.findIndex(({ value }) => value === "key-information");
    expect(actionOptions[at + 1]).toEqual({ value: "key-information.update-company", text: "audit.action.keyInformation.updateCompany" });
    expect(new Set(actionOptions.map(({ value }) => value)).size).toBe(actionOptions.length);
  });
});
