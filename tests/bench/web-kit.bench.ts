import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import type { Bench, Figure } from "./bench.ts";
import { note } from "./bench.ts";
import { linesBefore, partsBefore } from "./web-kit-before.ts";

/** Another checkout can be measured the same way, as was done for the earlier figures. */
const root = resolve(process.env["KIT_ROOT"] ?? join(import.meta.dirname, "../.."));

/** The kit's parts by their module in `src/kit/ui`. */
const parts: Readonly<Record<string, string>> = {
  button: "button.tsx",
  "icon button": "icon-button.tsx",
  "text field": "text-field.tsx",
  "search field": "search-field.tsx",
  "number field": "number-field.tsx",
  "password field": "password-field.tsx",
  checkbox: "checkbox.tsx",
  "checkbox group": "checkbox-group.tsx",
  "radio group": "radio-group.tsx",
  switch: "switch.tsx",
  slider: "slider.tsx",
  select: "select.tsx",
  "searchable select": "searchable-select.tsx",
  combobox: "combobox.tsx",
  "date field": "date-field.tsx",
  "file drop": "file-drop.tsx",
  menu: "menu.tsx",
  popover: "popover.tsx",
  dialog: "dialog.tsx",
  tabs: "tabs.tsx",
  tooltip: "tooltip.tsx",
  toast: "toast.tsx",
  progress: "progress.tsx",
  chart: "chart/chart.tsx",
  form: "form/form.tsx",
  list: "list/list.tsx",
  "scan box": "scan/scan-box.tsx",
};

interface Weight {
  /** loaded with the part */
  readonly atOnce: number;
  /** loaded when it is first opened */
  readonly later: number;
}

const gzipped = (code: string) => gzipSync(code, { level: 9 }).length / 1_000;

/** Weighs modules of `src/kit/ui` in gzip kB with their libraries; React, and our code outside `src/kit/ui`, is assumed loaded. */
async function weigh(files: readonly string[]): Promise<Weight> {
  const entry = "\0entry.tsx";
  const built = await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    plugins: [
      react(),
      locales.vite({ locales: ["en-US", "zh-CN"] }),
      {
        name: "entry",
        resolveId: (id: string) => (id === entry ? id : null),
        load: (id: string) => {
          if (id !== entry) return null;
          const lines = files.map((file, at) => `import * as part${at} from ${JSON.stringify(join(root, "src/kit/ui", file))};`);
          return `${lines.join("\n")}\nexport const all = [${files.map((_, at) => `part${at}`).join(",")}];`;
        },
      },
    ],
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        external: (id) => /^react(-dom)?(\/|$)/.test(id) || /^#src\/(?!kit\/ui\/)/.test(id),
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ("output" in one ? one.output : []));
  const chunks = outputs.filter((one) => one.type === "chunk");
  const sheets = outputs.filter((one) => one.type === "asset" && one.fileName.endsWith(".css"));
  const first = new Set<string>();
  const follow = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || first.has(name)) return;
    first.add(name);
    for (const imported of chunk.imports) follow(imported);
  };
  for (const { fileName, isEntry } of chunks) if (isEntry) follow(fileName);
  const sum = (isFirst: boolean) =>
    chunks.filter(({ fileName }) => first.has(fileName) === isFirst).reduce((all, { code }) => all + gzipped(code), 0);
  const styles = sheets.reduce((all, sheet) => all + (sheet.type === "asset" ? gzipped(String(sheet.source)) : 0), 0);
  return { atOnce: sum(true) + styles, later: sum(false) };
}

const kinds: Readonly<Record<string, (name: string) => boolean>> = {
  code: (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  styles: (name) => name.endsWith(".css"),
  tests: (name) => /\.test\.tsx?$/.test(name),
  "code of src/kit/ui/list": (name) => /^list\/.*\.tsx?$/.test(name) && !/\.test\./.test(name),
  "code of src/kit/ui/form": (name) => /^form\/.*\.tsx?$/.test(name) && !/\.test\./.test(name),
};

function countLines(isCounted: (name: string) => boolean): number {
  const folder = join(root, "src/kit/ui");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(isCounted)
    .reduce((sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1, 0);
}

const was = (before: number | undefined, unit: string) => (before === undefined ? "" : ` (before: ${before} ${unit})`);

async function figures(): Promise<Figure[]> {
  const found: Figure[] = Object.entries(kinds).map(([kind, isCounted]) =>
    note(`src/kit/ui, ${kind}${was(linesBefore[kind], "lines")}`, countLines(isCounted), "lines"),
  );
  const names = new Set(readdirSync(join(root, "src/kit/ui"), { recursive: true, encoding: "utf8" }));
  const there = Object.entries(parts).filter(([, file]) => names.has(file));
  for (const [part, files] of [
    ...there.map(([name, file]) => [name, [file]] as const),
    ["all parts", there.map(([, file]) => file)] as const,
  ]) {
    const { atOnce, later } = await weigh(files);
    const more = later === 0 ? "" : `, ${later.toFixed(1)} kB more when it is first opened or drawn`;
    found.push(note(`${part}, gzip over React${more}${was(partsBefore[part], "kB")}`, Math.round(atOnce * 10) / 10, "kB"));
  }
  return found;
}

/** The kit's lines of code, and the size of each part for a screen that uses only it. */
export const webKit: Bench = { name: "kit", run: figures };
