import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Language } from "#src/kit/lib/languages.ts";
import { languages } from "#src/kit/lib/languages.ts";
import type { PublicPageName } from "#src/pro/public-frame/public-pages.rules.ts";
import { getDrawnFile } from "#src/pro/public-frame/public-pages.rules.ts";

/** A chunk in the build's manifest: its own files, and its static imports. */
const chunk = z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) });
const manifest = z.record(z.string(), chunk);
type Manifest = z.infer<typeof manifest>;

const entry = "index.html";
/** The texts of the default language: nothing is drawn before they are loaded. */
const texts = "texts/warehouse.en_us.ts";
/** The first screens: the login, or home with a session. All other screens are loaded later. */
const firstScreens = { login: "../src/company/accounts/login.screen.tsx", home: "screens/home.screen.tsx" } as const;
/** The frame around home, with its menu. */
const areaLayout = "shell/area-layout.tsx";
/** What web/kit/kit.ts loads after the first screen, in its order. */
const kitSteps = ["parts", "lists", "dialogs"] as const;
type FirstScreen = keyof typeof firstScreens;

function readManifest(root: string): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(root, ".vite", "manifest.json"), "utf8")));
}

/** Returns the files of some chunks with all their static imports. @throws Error if the build has no chunk of that source */
function listFiles(root: string, all: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const one = all[source];
    if (one === undefined) throw new Error(`sizes: the build of the web application has no chunk for ${source}`);
    for (const file of [one.file, ...one.css]) files.add(join(root, file));
    for (const imported of one.imports) visit(imported);
  };
  for (const source of sources) visit(source);
  return files;
}

/** Returns the files that a browser with an empty cache loads until a first screen is drawn. @param root the folder of the build */
export function firstLoad(root: string, screen: FirstScreen): string[] {
  const shell = screen === "home" ? [areaLayout] : [];
  return [join(root, "first-paint.js"), ...listFiles(root, readManifest(root), [entry, texts, ...shell, firstScreens[screen]])];
}

/** Returns the files of each step that is loaded after the first screen, without earlier ones. @param root the folder of the build */
export function kitFiles(root: string): { step: (typeof kitSteps)[number]; files: string[] }[] {
  const all = readManifest(root);
  const had = new Set(firstLoad(root, "home"));
  return kitSteps.map((step) => {
    const files = [...listFiles(root, all, [`kit/${step}.ts`])].filter((file) => !had.has(file));
    for (const file of files) had.add(file);
    return { step, files };
  });
}

/** Returns the texts of a language that are loaded after home: all later screens' at once. @param root the folder of the build */
export function laterTexts(root: string, language: Language): string[] {
  return [...listFiles(root, readManifest(root), [`texts/work.${language}.ts`])];
}

/** Returns the sources that `web/screens.ts` loads on demand, by their path in the repository. */
function lazySources(): string[] {
  const text = readFileSync(join("web", "screens.ts"), "utf8");
  const found = [...text.matchAll(/import\("(#|\.\/)([^"]+)"\)/g)].map(([, start, path = ""]) => (start === "#" ? path : `web/${path}`));
  if (found.length === 0) throw new Error("sizes: web/screens.ts loads no screen");
  return [...new Set(found)];
}

/**
 * Returns each lazily loaded screen with its own files: neither home's nor those of the kit's parts and lists, which have their own budgets.
 * Dialogs and forms count for the screen, because they are loaded for it.
 * @param root the folder of the build
 */
export function laterRoutes(root: string): { source: string; files: string[] }[] {
  const all = readManifest(root);
  const shared = kitFiles(root).filter(({ step }) => step !== "dialogs");
  const had = new Set([...firstLoad(root, "home"), ...shared.flatMap(({ files }) => files)]);
  const first: readonly string[] = Object.values(firstScreens);
  return lazySources()
    .map((source) => ({ source, key: source.startsWith("web/") ? source.slice("web/".length) : `../${source}` }))
    .filter(({ key }) => !first.includes(key))
    .map(({ source, key }) => ({ source, files: [...listFiles(root, all, [key])].filter((file) => !had.has(file)) }));
}

/** Adds to a page's files all that they name, recursively: static and dynamic imports, and workers. */
function addNamed(root: string, from: readonly string[], files: Set<string>): void {
  const built = readdirSync(join(root, "assets")).filter((name) => name.endsWith(".js"));
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(file, "utf8");
    for (const name of built) if (text.includes(name)) visit(join(root, "assets", name));
  };
  for (const file of from) visit(file);
}

/**
 * Returns the scripts of a public page: what every page runs, and all that its own islands load, at once or later.
 * @param root the folder of the build
 */
export function publicPageScripts(root: string, name: PublicPageName): string[] {
  const all = manifest.parse(JSON.parse(readFileSync(join(root, ".vite", "public-pages.json"), "utf8")));
  const html = languages.map((language) => readFileSync(join(root, "pages", getDrawnFile(name, language)), "utf8")).join("\n");
  const [scripts, islands] = [/<script[^>]* src="\/([^"]+)"/g, /data-island="(\w+)"/g].map((pattern) => [
    ...new Set([...html.matchAll(pattern)].map(([, found = ""]) => found)),
  ]);
  const island = (one: string) => all[`public-pages/${one}-island.tsx`] ?? all[`public-pages/${one}.ts`];
  const own = (islands ?? []).flatMap((one) => island(one)?.file ?? []);
  if ((scripts ?? []).length < 2) throw new Error(`sizes: the page ${name} runs no script`);
  if (own.length < (islands ?? []).length) throw new Error(`sizes: the build lacks an island of ${name}: ${String(islands)}`);
  const atOnce = [...listFiles(root, all, ["public-pages/page.ts"])].filter((file) => file.endsWith(".js"));
  // The common script names the islands of all pages: those of this page are followed separately.
  const files = new Set([...(scripts ?? []).map((file) => join(root, file)), ...atOnce]);
  addNamed(
    root,
    own.map((file) => join(root, file)),
    files,
  );
  return [...files];
}
