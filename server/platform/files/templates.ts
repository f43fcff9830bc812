import { templates } from "#src/kit/files/templates.contract.ts";
import type { Template, TemplateLanguage } from "#src/kit/files/templates.contract.ts";
import { savedName } from "#src/kit/files/file-names.rules.ts";
import type { Table } from "#src/kit/lib/sheets/table.ts";
import { writeWorkbook } from "#src/kit/lib/sheets/workbook.ts";

const words = {
  en_us: { template: "template", notes: "Notes", column: "Column", isRequired: "Required", note: "What to write", yes: "yes", no: "no" },
  zh_cn: { template: "导入模板", notes: "说明", column: "列", isRequired: "必填", note: "填写内容", yes: "是", no: "否" },
} as const;

/** Header and example: the sheet that the import reads. */
function rowsSheet({ title, columns }: Template, language: TemplateLanguage): Table {
  return {
    name: title[language],
    columns: columns.map(({ header }) => ({ header: header[language], width: 18 })),
    batches: [[columns.map(({ example }) => example)]],
  };
}

/** Describes each column, on a separate sheet that the import ignores. */
function notesSheet({ columns }: Template, language: TemplateLanguage): Table {
  const { notes, column, isRequired, note, yes, no } = words[language];
  return {
    name: notes,
    columns: [
      { header: column, width: 24 },
      { header: isRequired, width: 10 },
      { header: note, width: 60 },
    ],
    batches: [columns.map((each) => [each.header[language], each.isRequired ? yes : no, each.note[language]])],
  };
}

/**
 * Builds an import template as a workbook: a sheet with headers and an example row, and a sheet of notes.
 * @param name `orders`, `receipts`, `locations`, `products`, `opening-stock` or `tracks`
 * @returns the name to save it under and its bytes; null for an unknown name
 */
export function buildTemplateFile(
  name: string,
  language: TemplateLanguage,
): { name: string; bytes: () => AsyncIterable<Uint8Array> } | null {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (template === undefined) return null;
  return {
    name: savedName([template.title[language], words[language].template], "xlsx"),
    bytes: () => writeWorkbook([rowsSheet(template, language), notesSheet(template, language)]),
  };
}
