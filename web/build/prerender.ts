import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { build } from "vite";
import { languages } from "#src/kit/lib/languages.ts";
import { getDrawnFile, publicPages } from "#src/pro/public-frame/public-pages.rules.ts";
import type { draw } from "../public-pages/render.tsx";

type Output = Rolldown.RolldownOutput["output"];
type Chunk = Rolldown.OutputChunk;

const configFile = join(import.meta.dirname, "../public-pages/vite.config.ts");

/** Libraries that public pages must not load, because each is larger than the page. */
const tooHeavy = /node_modules\/(react-aria|react-aria-components|react-stately|@internationalized|zod|i18next|@tanstack\/react-router)\//;

const getChunks = (output: Output): Chunk[] => output.filter((one) => one.type === "chunk");

/** Returns the libraries among a build's modules that public pages must not load. */
export function heavyModules(modules: readonly string[]): string[] {
  return [...new Set(modules.map((id) => tooHeavy.exec(id)?.[1] ?? ""))].filter((name) => name !== "");
}

/** Returns the faults of a rendered page, in words: violations of the content security policy, and unfilled placeholders. */
export function drawnFaults(html: string): string[] {
  const body = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "");
  return [
    ...(/<[^>]* style="/.test(body) ? ["it has a style attribute, which the policy refuses"] : []),
    ...(/<[^>]* on\w+="/.test(body) ? ["it has a handler in its markup, which the policy refuses"] : []),
    ...[...html.matchAll(/<script(?![^>]*(?: src=| type="application\/ld\+json"))/g)].map(() => "it has an inline script"),
    ...(html.match(/<style\b/g)?.length === 1 ? [] : ["it has not exactly one style element"]),
    ...[...body.matchAll(/>([^<]*\{\{\w+[^<]*)</g)].map(([, text = ""]) => `a text has an open place: ${text}`),
  ];
}

/** Returns the only output of a build that is not watched. */
function getOutput(built: Awaited<ReturnType<typeof build>>): Output {
  const one = Array.isArray(built) ? built[0] : built;
  if (one === undefined || !("output" in one)) throw new Error("public pages: the build gave nothing");
  return one.output;
}

/** Returns a chunk with its static imports, dependencies first: the order that styles need for the cascade. */
function withImports(file: string, chunks: ReadonlyMap<string, Chunk>, seen = new Set<string>()): Chunk[] {
  const chunk = chunks.get(file);
  if (chunk === undefined || seen.has(file)) return [];
  seen.add(file);
  return [...chunk.imports.flatMap((one) => withImports(one, chunks, seen)), chunk];
}

/** Reads the styles of chunks, each file once, in order. */
async function readStyles(folder: string, chunks: readonly Chunk[]): Promise<string> {
  const files = [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return texts.map((text) => text.trim()).join("\n");
}

/** Builds the scripts that browsers load. @returns the addresses of the scripts that every page runs */
async function buildScripts(outDir: string, mode: string): Promise<string[]> {
  const chunks = getChunks(getOutput(await build({ configFile, mode, logLevel: "warn", build: { outDir } })));
  const heavy = heavyModules(chunks.flatMap(({ moduleIds }) => moduleIds));
  if (heavy.length > 0) throw new Error(`public pages: their scripts would load ${heavy.join(", ")}`);
  return chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => `/${fileName}`);
}

/** Builds the renderer with its dependencies bundled, so that it runs from any folder. */
async function buildRenderer(outDir: string, mode: string): Promise<ReadonlyMap<string, Chunk>> {
  const input = join(import.meta.dirname, "../public-pages/render.tsx");
  const built = await build({
    configFile,
    mode,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: { outDir, ssr: true, ssrEmitAssets: true, manifest: false, rolldownOptions: { input } },
  });
  return new Map(getChunks(getOutput(built)).map((chunk) => [chunk.fileName, chunk]));
}

/**
 * Renders every public page in every language into `pages/` of a built application, and builds the pages' scripts and images into its `assets/`.
 * @param outDir the folder of the build
 * @throws Error if a page cannot be rendered, violates the content security policy, or loads a library that it must not
 */
async function drawPages(outDir: string, mode: string, repository: string): Promise<void> {
  await mkdir(join(repository, ".output"), { recursive: true });
  const folder = await mkdtemp(join(repository, ".output", "render-"));
  try {
    const scripts = await buildScripts(outDir, mode);
    const chunks = await buildRenderer(folder, mode);
    const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
    if (entry === undefined) throw new Error("public pages: the renderer has no entry");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the built module is the renderer, which exports this
    const renderer = (await import(pathToFileURL(join(folder, entry.fileName)).href)) as { draw: typeof draw };
    const common = withImports(entry.fileName, chunks);
    await mkdir(join(outDir, "pages"), { recursive: true });
    for (const { name } of publicPages) {
      const own = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${name}.page.tsx`) === true);
      if (own === undefined) throw new Error(`public pages: the build has no chunk of ${name}`);
      const css = await readStyles(folder, [...common, ...withImports(own.fileName, chunks)]);
      for (const language of languages) {
        const html = await renderer.draw(name, language, { css, stylesheets: [], scripts });
        const faults = drawnFaults(html);
        if (faults.length > 0) throw new Error(`public pages: ${name} in ${language}: ${faults.join("; ")}`);
        await writeFile(join(outDir, "pages", getDrawnFile(name, language)), html);
      }
    }
    await cp(join(folder, "assets"), join(outDir, "assets"), {
      recursive: true,
      filter: (path) => !/\.(js|css)$/.test(path),
    }).catch((error: unknown) => {
      // A build without a picture has no such folder.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- thrown values are `unknown`; only the code is compared
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Renders the public pages at the end of the application's build, before its files are compressed and stamped. */
export function publicPagesDrawn(repository: string): Plugin {
  let mode = "production";
  return {
    name: "quayside:public-pages",
    apply: "build",
    configResolved(config) {
      mode = config.mode;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir !== undefined) await drawPages(dir, mode, repository);
      },
    },
  };
}
