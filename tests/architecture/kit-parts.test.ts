import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Returns a file without its comments. */
const readSource = (path: string) => readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** Resolves an import to a file; null for packages and non-modules. */
function resolveImport(from: string, name: string): string | null {
  const path = name.startsWith("#src/") ? name.slice(1) : name.startsWith(".") ? normalize(join(dirname(from), name)) : null;
  return path !== null && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}

/** Lists what files load, including themselves, by static imports and `import()`; types are not loaded. */
function listLoaded(starts: readonly string[], isFollowed: (path: string) => boolean): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path) || !isFollowed(path)) continue;
    loaded.add(path);
    const names = readSource(path).matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm);
    for (const [, fixed, later] of names) {
      const found = resolveImport(path, fixed ?? later ?? "");
      if (found !== null) waiting.push(found);
    }
  }
  return loaded;
}

/** The popup, the marketplace page's parts, the public pages and their islands: none of them loads React Aria. */
const lightStarts = [
  ...globSync("entrypoints/{popup,*.content}/**/*.{ts,tsx}"),
  ...globSync("entrypoints/*.content.{ts,tsx}"),
  ...globSync("src/pro/public-pages/*.tsx"),
  ...globSync("web/public-pages/*.{ts,tsx}"),
].filter((path) => !path.includes(".test."));
const light = listLoaded(lightStarts, () => true);
const files = globSync("{src,web,entrypoints}/**/*.{ts,tsx}").filter((path) => !path.includes(".test."));
// The component page shows every part, including native ones.
const outside = files.filter((path) => !path.startsWith("src/kit/ui/") && !path.startsWith("web/dev/") && !light.has(path));

test("the popup and the public pages load no React Aria", () => {
  expect(light.size).toBeGreaterThan(100);
  expect([...light].filter((path) => /from "react-aria/.test(readSource(path)))).toEqual([]);
});

test("controls are parts of src/kit/ui: no other file of the application or the dashboard renders its own", () => {
  const own = outside.filter((path) => /<(?:input|select|textarea|button|dialog|datalist)\b/.test(readSource(path)));
  expect(own).toEqual([]);
});

test("src/kit/ui/light is used only by the popup, the public pages, and the parts they share with a screen", () => {
  // Its texts are in every catalogue that includes the kit's.
  const others = outside.filter((path) => /from "#src\/kit\/ui\/light\/[^"]+\.tsx?"/.test(readSource(path)));
  expect(others).toEqual([]);
});
