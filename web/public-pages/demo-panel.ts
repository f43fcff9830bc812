import type { TFunction } from "i18next";
import type { Language } from "#src/kit/lib/languages.ts";
import type { DemoProblem } from "./demo-reading.ts";
import { mostDemoBytes, readDemoFile } from "./demo-reading.ts";
import { renderResult, fieldsText } from "./demo-result.ts";
import { samplePage } from "./sample-page.ts";

/** The demo's input: a file, or our sample. */
export type Given = { readonly name: string; readonly file: Blob } | "sample";

/** The result: elements to show, or a message. */
export type Shown =
  | { readonly kind: "found"; readonly parts: readonly HTMLElement[] }
  | { readonly kind: "problem"; readonly text: string };

const megabyte = 1_000_000;

function problemText(problem: DemoProblem, name: string, t: TFunction, language: Language): string {
  switch (problem.kind) {
    case "tooLarge":
      return t("publicPages.demo.problem.tooLarge", {
        name,
        size: Math.ceil(problem.bytes / megabyte),
        most: mostDemoBytes / megabyte,
      });
    case "changed":
      return t("publicPages.demo.problem.changed", { name, fields: fieldsText(problem.fields, language) });
    default:
      return t(`publicPages.demo.problem.${problem.kind}`, { name });
  }
}

/** Reads the input and renders the result. Loaded at the first use of the demo, with the marketplace's parser and the file writers. */
export async function showGiven(given: Given, t: TFunction, language: Language): Promise<Shown> {
  const { name, file } =
    given === "sample" ? { name: t("publicPages.demo.samplePage"), file: new Blob([samplePage(t)], { type: "text/html" }) } : given;
  const parser = new DOMParser();
  const read = await readDemoFile(file, (html) => parser.parseFromString(html, "text/html"), new Date().toISOString());
  if (!read.ok) return { kind: "problem", text: problemText(read.problem, name, t, language) };
  return { kind: "found", parts: renderResult(read.value, name, t, language) };
}
