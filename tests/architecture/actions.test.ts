import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { implementations } from "#server/calls.ts";
import { screens } from "../../web/screens.ts";
import { callsOf, callsOfActions, innerScreensOf, moduleOf } from "./web-screens.ts";

/** Calls that change something and are no action of a screen, and why. */
const noActions: Readonly<Record<string, string>> = {
  "accounts.sign-out": "ends the session: everybody may, a support session too",
  "accounts.renew-session": "made by itself while a session is used",
  "scanning.remember-device": "made by itself when somebody signs in on a hand-held",
  "scanning.people-of-device": "reads who may take over a hand-held; it is a POST for the secret in it",
  "scanning.change-hands": "a PIN or a badge that is entered on a shared hand-held: a wrong one is answered in place",
  "support.answer-request": "made by the site's administrators with the command line",
};

const changing = implementations.map(({ call }) => call).filter(({ method, roles }) => method !== "GET" && roles !== "anyone");
const isCustomers = (roles: "anyone" | readonly string[]) => roles !== "anyone" && roles.every((role) => role === "customer");
const outer = [...new Set(Object.values(screens).map(moduleOf))];
const shell = globSync("web/shell/*.tsx").filter((file) => !file.includes(".test."));
const modules = [...new Set([...outer, ...outer.flatMap(innerScreensOf), ...shell])];

describe("every call that changes something", () => {
  test("belongs to an action where a screen makes it, so that one rule says when it is offered and the walk tries it", async () => {
    const declared = await callsOfActions(globSync("src/**/*.actions.ts"));
    const faults: string[] = [];
    let seen = 0;
    for (const module of modules) {
      for (const { call, file } of await callsOf(module)) {
        if (!changing.includes(call) || isCustomers(call.roles) || noActions[call.name] !== undefined) continue;
        seen += 1;
        if (!declared.has(call)) faults.push(`${call.name} is made by ${file} and belongs to no action`);
      }
    }
    expect(seen).toBeGreaterThan(50);
    expect([...new Set(faults)].toSorted()).toEqual([]);
    expect(Object.keys(noActions).filter((name) => !changing.some((call) => call.name === name))).toEqual([]);
  });

  test("is offered by its action, and not by asking for its call alone", () => {
    const names = new Map<string, string[]>();
    for (const file of globSync("src/**/*.contract.ts")) {
      const source = readFileSync(file, "utf8");
      for (const [, name = "", method = ""] of source.matchAll(/export const (\w+) = defineCall\(\{\s*name: "[^"]+",\s*method: "(\w+)"/g))
        if (method !== "GET") names.set(name, [...(names.get(name) ?? []), file]);
    }
    expect(names.size).toBeGreaterThan(80);
    const faults = globSync("src/**/*.{ts,tsx}")
      .filter((file) => !file.includes(".test."))
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/mayCall\([^,()]+(?:\(\))?, (\w+)\)/g)].flatMap(([, name = ""]) =>
          names.has(name) ? [`${file} asks mayCall of ${name}`] : [],
        ),
      );
    expect(faults).toEqual([]);
  });
});
