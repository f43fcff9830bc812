import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  impersonalTables,
  storedByExtension,
  storedBySite,
  storedInVisitorsBrowser,
  permissions,
  visitorsDatabases,
} from "#src/pro/privacy/privacy.rules.ts";
import { siteHosts } from "#src/collector/marketplaces/sites.ts";
import config from "../../wxt.config.ts";

/* The privacy pages are generated from one declaration. These tests compare it with the manifest, the code that stores data, and the tables. */

const root = join(import.meta.dirname, "../..");

/** Lists the shipped sources of a folder by path from the root. */
function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|js)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), "utf8") }));
}

const shipped = ["src", "web", "entrypoints"].flatMap(sources);

/** Lists the files that mention browser storage. */
function holding(pattern: RegExp): string[] {
  return shipped
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();
}

describe("the declaration of the extension", () => {
  test("names the permissions and hosts of both manifests, and no others", async () => {
    const asked = new Set<string>();
    for (const [browser, manifestVersion] of [
      ["chrome", 3],
      ["firefox", 2],
    ] as const) {
      if (typeof config.manifest !== "function") throw new Error("the manifest is no function any more");
      const made = await config.manifest({ browser, manifestVersion, mode: "production", command: "build" });
      for (const one of [...(made.permissions ?? []), ...(made.host_permissions ?? []), ...(made.optional_permissions ?? [])])
        asked.add(one);
    }
    expect([...asked].toSorted()).toEqual(permissions.flatMap((id) => (id === "marketplace" ? siteHosts : [id])).toSorted());
  });

  test("names each database and store that its code opens, the site's included", () => {
    const opened = shipped.flatMap(({ text }) => {
      const database = /openDB(?:<\w+>)?\("([^"]+)"/.exec(text)?.[1];
      const stores = [...text.matchAll(/createObjectStore\("([^"]+)"/g)].map(([, name = ""]) => name);
      return database === undefined && stores.length === 0 ? [] : [[database ?? "", stores] as const];
    });
    const declared = [...storedByExtension.flatMap(({ databases }) => Object.entries(databases)), ...Object.entries(visitorsDatabases)];
    expect(Object.fromEntries(opened)).toEqual(Object.fromEntries(declared));
  });

  test("names each key of its storage, and covers each file that writes to it", () => {
    const writers = {
      "src/collector/settings/settings.storage.ts": ["settings", "theme"],
      "src/pro/entitlement/entitlement.storage.ts": ["entitlement", "entitlement.lastSeen"],
    };
    expect(holding(/storage\.local\.set\(/)).toEqual(Object.keys(writers).toSorted());
    expect(storedByExtension.flatMap(({ keys }) => keys).toSorted()).toEqual(Object.values(writers).flat().toSorted());
    for (const [path, keys] of Object.entries(writers)) {
      const slice = path.slice(0, path.lastIndexOf("/"));
      const text = shipped
        .filter((one) => one.path.startsWith(`${slice}/`))
        .map((one) => one.text)
        .join("\n");
      for (const key of keys) expect(text, `${path} writes ${key}`).toContain(`"${key}"`);
    }
  });

  test("covers the one file that writes to the browser's file system", () => {
    expect(holding(/storage\.getDirectory\(/)).toEqual(["src/collector/export/file-sink.ts"]);
    expect(storedByExtension.map(({ id }) => id)).toContain("files");
  });
});

describe("the declaration of the site", () => {
  /** The tables and columns that the migrations create. */
  const tables = new Map<string, string[]>();
  const schema = readFileSync(join(root, "server/platform/db/schema.generated.ts"), "utf8");
  const interfaces = new Map(
    [...schema.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)].map(([, name = "", body = ""]) => [name, body]),
  );
  for (const [, table = "", type = ""] of (interfaces.get("DB") ?? "").matchAll(/^ {2}(\w+): (\w+);/gm))
    tables.set(
      table,
      [...(interfaces.get(type) ?? "").matchAll(/^ {2}(\w+):/gm)].map(([, column = ""]) => column),
    );

  test("covers every table, or lists it as holding no personal data", () => {
    expect(tables.size).toBeGreaterThan(20);
    const declared = [...storedBySite.flatMap((entry) => Object.keys(entry.tables)), ...impersonalTables];
    expect(declared.toSorted()).toEqual([...tables.keys()].toSorted());
  });

  test.each(storedBySite.flatMap((entry) => Object.entries(entry.tables)))("covers every column of %s", (table, columns) => {
    expect([...columns].toSorted()).toEqual((tables.get(table) ?? []).toSorted());
  });

  test("covers every file that stores data in a visitor's browser", () => {
    const keepers: Record<string, (typeof storedInVisitorsBrowser)[number] | "the extension's"> = {
      "src/company/appearance/appearance.store.ts": "theme",
      "src/company/home/guide.storage.ts": "work",
      "src/warehouse/scanning/code-labels.storage.ts": "work",
      "src/warehouse/scanning/saved-work.storage.ts": "work",
      "src/company/shared-device/device.storage.ts": "scans",
      "src/kit/session/customer-session.storage.ts": "session",
      "src/kit/session/session.storage.ts": "session",
      "src/collector/settings/settings.store.ts": "the extension's",
      "src/outbound/waybills/print-station.storage.ts": "work",
      "src/kit/ui/form/drafts.storage.ts": "draft",
      "src/kit/ui/list/views.storage.ts": "work",
      "src/kit/ui/scan/sound.storage.ts": "work",
      "web/public-pages/page.ts": "theme",
      "web/shell/side-menu.store.ts": "work",
      "web/shell/tabs.store.ts": "work",
    };
    expect(holding(/localStorage\.setItem\(/)).toEqual(Object.keys(keepers).toSorted());
    const cookies = "src/kit/lib/language-cookie.ts";
    expect(holding(/document\.cookie = /)).toEqual([cookies]);
    expect(shipped.find(({ path }) => path === cookies)?.text).toContain("languageCookie}=");
    expect(storedInVisitorsBrowser).toEqual(expect.arrayContaining(["language", "theme", "session", "work", "draft", "scans"]));
  });

  test("allows only drafts to be stored for the lifetime of a tab", () => {
    const drafts = holding(/sessionStorage\.setItem\(/);
    for (const path of drafts) expect(path).toMatch(/draft/);
  });
});
