import { templates } from "#src/kit/files/templates.contract.ts";
import type { TemplateColumn } from "#src/kit/files/templates.contract.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";
import type { ImportKindName } from "./imports.contract.ts";

/** Returns the columns of an import's template, in order. */
export function getImportColumns(kind: ImportKindName): readonly TemplateColumn[] {
  return templates[kind]?.columns ?? [];
}

/** Returns a field's column header in the page's language. @param locale BCP 47 tag */
export function getImportHeader(kind: ImportKindName, field: string, locale: string): string {
  const header = getImportColumns(kind).find((column) => column.field === field)?.header;
  return header?.[toLanguage(locale)] ?? field;
}
