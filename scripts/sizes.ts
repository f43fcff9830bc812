import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { languages } from "#src/kit/lib/languages.ts";
import { publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import { firstLoad, kitFiles, laterRoutes, laterTexts, publicPageScripts } from "./web-sizes.ts";

/** A budget: the maximum size of one part's built files. */
interface Budget {
  name: string;
  limitBytes: number;
  measure: (root: string) => number;
}

const kB = 1000;

const budgets: readonly Budget[] = [
  { name: "popup, gzip", limitBytes: 100 * kB, measure: (root) => pageWeight(root, "popup.html") },
  { name: "content scripts, gzip", limitBytes: 30 * kB, measure: (root) => weigh(filesIn(join(root, "content-scripts"))) },
  { name: "whole extension, packed", limitBytes: 1000 * kB, measure: (root) => weigh(filesIn(root)) },
];

let broken = 0;
for (const target of ["chrome-mv3", "firefox-mv2"]) {
  const root = join(".output", target);
  for (const { name, limitBytes, measure } of budgets) {
    checkSize(`${target}: ${name}`, measure(root), limitBytes);
  }
}
const web = join(".output", "web");
for (const screen of ["login", "home"] as const)
  checkSize(`web: first load up to ${screen}, gzip`, weigh(firstLoad(web, screen)), 250 * kB);
for (const { step, files } of kitFiles(web)) checkSize(`web: the kit's ${step}, once the first screen stands, gzip`, weigh(files), 60 * kB);
for (const language of languages)
  checkSize(`web: texts of the later screens, ${language}, gzip`, weigh(laterTexts(web, language)), 60 * kB);
const routes = laterRoutes(web)
  .map(({ source, files }) => ({ name: `web: ${source}, gzip`, bytes: weigh(files), limitBytes: 60 * kB }))
  .toSorted((a, b) => b.bytes - a.bytes);
const isVerbose = process.argv.includes("--verbose");
checkSize("web: all scripts of the main page, gzip", weigh(publicPageScripts(web, "main-page")), 60 * kB);
// Pages with an island have React; the others are a page and a few lines.
const pages = publicPages
  .filter(({ name }) => name !== "main-page")
  .map(({ name, hasIsland }) => ({
    name: `web: all scripts of the public page ${name}, gzip`,
    bytes: weigh(publicPageScripts(web, name)),
    limitBytes: hasIsland ? 140 * kB : 5 * kB,
  }))
  .toSorted((a, b) => b.bytes / b.limitBytes - a.bytes / a.limitBytes);
for (const [index, { name, bytes, limitBytes }] of pages.entries())
  if (index === 0 || isVerbose || bytes > limitBytes) checkSize(name, bytes, limitBytes);
for (const [index, { name, bytes, limitBytes }] of routes.entries())
  if (index === 0 || isVerbose || bytes > limitBytes) checkSize(name, bytes, limitBytes);
process.exitCode = broken === 0 ? 0 : 1;

/** Compares a figure with its budget, and counts exceeded budgets. */
function checkSize(name: string, bytes: number, limitBytes: number): void {
  const holds = bytes <= limitBytes;
  if (!holds) broken += 1;
  console.log(`${holds ? "ok    " : "BROKEN"} ${name}: ${(bytes / kB).toFixed(1)} kB of ${limitBytes / kB} kB`);
}

/** Returns the gzipped size of files, each on its own, as a ZIP packs them. */
function weigh(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Returns the weight of a page with every script and style that it loads at once, through static imports, or later by `import()`. */
function pageWeight(root: string, page: string): number {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, "utf8");
    const links = [
      ...text.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"|(?:from|import)\s*\(?["'`]\.?\/?((?:[\w-]+\/)*[\w.-]+\.js)["'`]/g),
    ];
    for (const [, tag, module] of links) {
      const name = tag ?? module ?? "";
      const inRoot = join(root, name);
      const beside = join(path, "..", name);
      const found = [inRoot, beside].find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
      if (found !== undefined) visit(found);
    }
  };
  visit(join(root, page));
  return weigh([...seen]);
}
