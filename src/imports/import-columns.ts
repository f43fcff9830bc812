import { templates } from "#src/files/templates.contract.ts";
import type { TemplateColumn } from "#src/files/templates.contract.ts";
import type { ImportKindName } from "./imports.contract.ts";

/** The columns that a kind's template has, in its order. */
export function columnsOf(kind: ImportKindName): readonly TemplateColumn[] {
  return templates[kind]?.columns ?? [];
}

/** The header of a field in the language of the page. @param locale its BCP 47 tag */
export function headerOf(kind: ImportKindName, field: string, locale: string): string {
  const header = columnsOf(kind).find((column) => column.field === field)?.header;
  return header?.[locale.startsWith("zh") ? "zh_cn" : "en_us"] ?? field;
}
