import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Call } from "#src/kit/api/define-call.ts";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import type { LoadScreen } from "../../web/screens.ts";
import type { UsedCall } from "./web-checks.ts";

const root = resolve(import.meta.dirname, "../..");

/** Returns the module a screen's loader imports, from the function's source text. */
export function moduleOf(load: LoadScreen): string {
  const path = /["'](?:#|\/)((?:src|web)\/[^"']+\.tsx)["']/.exec(String(load))?.[1];
  if (path === undefined) throw new Error(`this screen imports nothing that can be read: ${String(load)}`);
  return path;
}

/** An import of a module: the path from the root, and the names of its values. */
interface Import {
  readonly path: string;
  readonly names: readonly string[];
  /** loaded on demand */
  readonly isLazy: boolean;
}

const staticImport = /^import\s+(?!type\b)(?:([\w$]+|\*\s+as\s+[\w$]+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?(?:from\s*)?["']([^"']+)["']/gm;
const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function pathOf(specifier: string, from: string): string | null {
  if (specifier.startsWith("#src/")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return null;
  return relative(root, resolve(root, dirname(from), specifier));
}

/** Lists a file's imports of our own modules, without types. */
export function importsOf(source: string, file: string): Import[] {
  const found: Import[] = [];
  for (const [, , braces = "", specifier = ""] of source.matchAll(staticImport)) {
    const names = braces
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "" && !one.startsWith("type "))
      .map((one) => one.split(/\s+as\s+/)[0] ?? one);
    const path = pathOf(specifier, file);
    if (path !== null) found.push({ path, names, isLazy: false });
  }
  for (const [, specifier = ""] of source.matchAll(dynamicImport)) {
    const path = pathOf(specifier, file);
    if (path !== null) found.push({ path, names: [], isLazy: true });
  }
  return found;
}

/** Returns true for a screen that another screen shows to some users only. */
const isInnerScreen = ({ path, isLazy }: Import): boolean => isLazy && path.endsWith(".screen.tsx");

/** Lists the screens that a module's files load on demand. */
export function innerScreensOf(entry: string): string[] {
  const found = [...filesOf(entry)].flatMap(([file, source]) => importsOf(source, file).filter(isInnerScreen));
  return [...new Set(found.map(({ path }) => path))];
}

/** Collects every file of ours reachable from a module, itself first, with its source; excludes inner screens. */
export function filesOf(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const wanted = [entry];
  for (const file of wanted) {
    if (found.has(file) || !/\.tsx?$/.test(file)) continue;
    if (!existsSync(join(root, file))) throw new Error(`${file} is imported and not there`);
    const source = readFileSync(join(root, file), "utf8");
    found.set(file, source);
    const imports = importsOf(source, file).filter((one) => !isInnerScreen(one));
    wanted.push(...imports.map(({ path }) => path));
  }
  return found;
}

function isCall(value: unknown): value is Call {
  const { name, method, path } = (value ?? {}) as Partial<Call>;
  return typeof name === "string" && typeof method === "string" && typeof path === "string";
}

/** Lists the calls made by the actions of some files: an action is offered to those who may make all its calls. */
export async function callsOfActions(files: readonly string[]): Promise<ReadonlySet<Call>> {
  const modules = await Promise.all(files.map(async (file) => (await import(/* @vite-ignore */ join(root, file))) as object));
  const rules = modules.flatMap((module) =>
    Object.values(module).flatMap((actions: Record<string, ActionRule<never>>) => Object.values(actions)),
  );
  return new Set(rules.flatMap(({ calls }) => calls));
}

/** Lists the calls a screen's files import from contracts, excluding contracts and actions themselves. */
export async function callsOf(entry: string): Promise<UsedCall[]> {
  const files = filesOf(entry);
  const sources = [...files.values()];
  const offered = await callsOfActions([...files.keys()].filter((file) => file.endsWith(".actions.ts")));
  const isAsked = (name: string, call: Call) =>
    offered.has(call) || sources.some((source) => new RegExp(`mayCall\\([^)]*\\b${name}\\b`).test(source));
  const used: UsedCall[] = [];
  for (const [file, source] of files) {
    if (/[.](contract|actions)[.]ts$/.test(file)) continue;
    for (const { path, names } of importsOf(source, file)) {
      if (!path.endsWith(".contract.ts")) continue;
      const contract = (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>;
      for (const name of names) {
        const call = contract[name];
        if (isCall(call)) used.push({ call, file, isAsked: isAsked(name, call) });
      }
    }
  }
  return used;
}
