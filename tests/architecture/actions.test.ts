import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { implementations } from "#server/calls.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import { screens } from "../../web/screens.ts";
import { callsOf, callsOfActions, importsOf, innerScreensOf, moduleOf } from "./web-screens.ts";

/** Calls that change data but belong to no action, with the reason. */
const noActions: Readonly<Record<string, string>> = {
  "accounts.sign-out": "ends the session: everybody may, a support session too",
  "accounts.renew-session": "made by itself while a session is used",
  "scanning.remember-device": "made by itself when somebody signs in on a hand-held",
  "scanning.people-of-device": "reads who may take over a hand-held; it is a POST for the secret in it",
  "scanning.change-hands": "a PIN or a badge that is entered on a shared hand-held: a wrong one is answered in place",
  "support.answer-request": "made by the site's administrators with the command line",
};

/** Files that make calls which another file offers, such as a dialog opened from a list's row. */
const offeredBy: Readonly<Record<string, string>> = {
  "src/company/audit/audit-log.screen.tsx": "src/company/audit/audit.list.tsx",
  "src/billing/catalogue/add-products-dialog.tsx": "src/billing/catalogue/items.list.tsx",
  "src/carriers/carrier-accounts/account-dialog.tsx": "src/carriers/carrier-accounts/carrier-accounts.list.tsx",
  "src/carriers/carrier-accounts/carrier-accounts.screen.tsx": "src/carriers/carrier-accounts/carrier-accounts.list.tsx",
  "src/carriers/channels/channel-dialog.tsx": "src/carriers/channels/channels.list.tsx",
  "src/warehouse/goods/create-dialog.tsx": "src/warehouse/goods/goods.list.tsx",
  "src/warehouse/goods/merge-dialog.tsx": "src/warehouse/goods/goods.list.tsx",
  "src/warehouse/goods/product-forms.tsx": "src/warehouse/goods/variant-panels.tsx",
  "src/company/operators/invite-dialog.tsx": "src/company/operators/operators.list.tsx",
  "src/company/operators/rights-dialog.tsx": "src/company/operators/operators.list.tsx",
  "src/warehouse/receipts/receipt-editor.tsx": "src/warehouse/receipts/receipt-row-actions.ts",
  "src/outbound/orders/declare-dialog.tsx": "src/outbound/orders/order-row-actions.ts",
  "src/outbound/orders/step-forms.tsx": "src/outbound/orders/order-row-actions.ts",
  "src/outbound/orders/order-editor.tsx": "src/outbound/orders/order-row-actions.ts",
  "src/outbound/orders/split-dialog.tsx": "src/outbound/orders/order-row-actions.ts",
  "src/outbound/bagging/use-manifesting.ts": "src/outbound/bagging/bag-lists.tsx",
  "src/outbound/waybills/print-labels.ts": "src/outbound/waybills/waybills.list.tsx",
  "src/outbound/returns/decide-many-dialog.tsx": "src/outbound/returns/returns.list.tsx",
  "src/company/sites/site-form.ts": "src/company/sites/sites-panel.tsx",
  "src/warehouse/stock/manual-stock-change-dialog.tsx": "src/warehouse/stock/balances.list.tsx",
  "src/warehouse/stock/counting.screen.tsx": "src/warehouse/stock/stocktake-page.tsx",
  "src/warehouse/stock/plan-stocktake-dialog.tsx": "src/warehouse/stock/stocktakes.list.tsx",
  "src/warehouse/stock/use-stocktake-count.ts": "src/warehouse/stock/stocktake-page.tsx",
  "src/warehouse/stock/use-counted-location.ts": "src/warehouse/stock/stocktake-page.tsx",
  "src/billing/wallet/decide-top-up-dialogs.tsx": "src/billing/wallet/top-up-requests.list.tsx",
  "src/billing/wallet/wallet-tab.screen.tsx": "src/billing/wallet/top-ups.list.tsx",
  "src/warehouse/warehouses/location-dialog.tsx": "src/warehouse/warehouses/locations.list.tsx",
  "src/warehouse/warehouses/block-and-label-dialogs.tsx": "src/warehouse/warehouses/locations.list.tsx",
};

const scans = "a scan is an entry and no button: what it cannot do is answered in its place";

/** Files that make calls which no button offers, with the reason. */
const notOffered: Readonly<Record<string, string>> = {
  "src/kit/files/use-uploads.ts": "uploads for a field of a form: the form that is sent with it is what is offered",
  "src/warehouse/imports/use-import.ts": "makes the calls of whichever import was opened: the lists of four slices offer theirs",
  "src/outbound/picking/use-pick-task.ts": scans,
  "src/outbound/picking/use-return-to-shelf.ts": scans,
  "src/outbound/picking/use-send-picks.ts": scans,
  "src/outbound/packing/use-packing.ts": scans,
  "src/outbound/packing/use-batch.ts": scans,
  "src/outbound/packing/use-weighing.ts": scans,
  "src/outbound/bagging/use-bagging.ts": scans,
  "src/outbound/review/use-open-review.ts": scans,
  "src/outbound/review/use-report-loose.ts": scans,
  "src/outbound/review/use-send-review.ts": scans,
  "src/outbound/review/use-single-review.ts": scans,
  "src/outbound/sortation/use-distribution.ts": scans,
  "src/outbound/sortation/use-sorting.ts": scans,
  "src/outbound/returns/use-returning.ts": scans,
  "src/warehouse/receiving/receive.screen.tsx": scans,
  "src/warehouse/receiving/use-inspection.ts": scans,
  "src/warehouse/receiving/use-open-receipt.ts": scans,
  "src/warehouse/receiving/use-photos.tsx": scans,
  "src/warehouse/receiving/use-put-away.ts": scans,
  "src/warehouse/scanning/scan-sender.ts": "sends what was scanned before, with a key of its own",
};

const root = resolve(import.meta.dirname, "../..");

interface Source {
  readonly text: string;
  /** calls made here that change data */
  readonly made: readonly Call[];
  /** calls of the actions named here; all actions of a slice if one is chosen by a variable */
  readonly offered: ReadonlySet<Call>;
}

async function importValues(path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(/* @vite-ignore */ resolve(root, path))) as Record<string, unknown>;
}

async function readMade(text: string, file: string): Promise<Call[]> {
  const made: Call[] = [];
  for (const { path, names } of importsOf(text, file).filter((one) => one.path.endsWith(".contract.ts"))) {
    const values = await importValues(path);
    for (const name of names) {
      const call = changing.find((one) => one === values[name]);
      if (call !== undefined && new RegExp(`\\(\\s*${name}\\b(?!\\s*\\.)`).test(text)) made.push(call);
    }
  }
  return made;
}

async function readOffered(text: string, file: string): Promise<Set<Call>> {
  const offered = new Set<Call>();
  for (const { path, names } of importsOf(text, file).filter((one) => one.path.endsWith(".actions.ts"))) {
    const values = await importValues(path);
    for (const name of names) {
      const local = new RegExp(`\\b${name} as (\\w+)`).exec(text)?.[1] ?? name;
      const actions = values[name] as Readonly<Record<string, ActionRule<never>>>;
      const used = new RegExp(`\\b${local}(?:\\.(\\w+)|\\[)`, "g");
      for (const [, action] of text.matchAll(used))
        for (const { calls } of action === undefined ? Object.values(actions) : [actions[action]].flatMap((one) => one ?? []))
          for (const call of calls) offered.add(call);
    }
  }
  return offered;
}

async function readSources(): Promise<ReadonlyMap<string, Source>> {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/[.](test|contract|actions)[.]/.test(file));
  const read = async (file: string): Promise<[string, Source]> => {
    const text = readFileSync(resolve(root, file), "utf8");
    return [file, { text, made: await readMade(text, file), offered: await readOffered(text, file) }];
  };
  return new Map(await Promise.all(files.map(read)));
}

const changing = implementations.map(({ call }) => call).filter(({ method, roles }) => method !== "GET" && roles !== "anyone");
const isCustomers = (roles: "anyone" | readonly string[]) => roles !== "anyone" && roles.every((role) => role === "customer");
const outer = [...new Set(Object.values(screens).map(moduleOf))];
const shell = globSync("web/shell/*.tsx").filter((file) => !file.includes(".test."));
const modules = [...new Set([...outer, ...outer.flatMap(innerScreensOf), ...shell])];

describe("every call that changes data", () => {
  test("belongs to an action when a screen makes it, so that one rule decides when it is offered and the walk tries it", async () => {
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

  test("is offered by its own action: in the file that makes it, that renders that file, or that opens its dialog", async () => {
    const sources = await readSources();
    const drawing = (path: string) => [...sources].filter(([file, { text }]) => importsOf(text, file).some((one) => one.path === path));
    const faults: string[] = [];
    const listed = new Set<string>();
    let seen = 0;
    for (const [file, { made, offered }] of sources) {
      const missing = made.filter((call) => !isCustomers(call.roles) && noActions[call.name] === undefined && !offered.has(call));
      seen += made.length;
      const above = missing.length === 0 ? [] : drawing(file).map(([, source]) => source.offered);
      for (const call of missing.filter((one) => !above.some((calls) => calls.has(one)))) {
        listed.add(file);
        const opener = sources.get(offeredBy[file] ?? "");
        if (opener?.offered.has(call) !== true && notOffered[file] === undefined)
          faults.push(`${file} makes ${call.name}, and no action of it is asked there`);
      }
    }
    expect(seen).toBeGreaterThan(80);
    expect(faults.toSorted()).toEqual([]);
    expect([...Object.keys(offeredBy), ...Object.keys(notOffered)].filter((file) => !listed.has(file))).toEqual([]);
  });

  test("is offered by its action, and not only by a check of its call", () => {
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
