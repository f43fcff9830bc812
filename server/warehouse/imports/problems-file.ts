import { contentTypes, savedName } from "#src/kit/files/file-names.rules.ts";
import type { Template, TemplateLanguage } from "#src/kit/files/templates.contract.ts";
import { buildTableFile } from "#server/platform/files/table-files.commands.ts";
import type { Cell } from "#server/platform/files/table-files.commands.ts";
import type { FileAnswer } from "#server/platform/http/context.ts";
import { toImportProblem } from "./imports.queries.ts";
import type { readBadRows } from "./imports.queries.ts";

const words = {
  en_us: { name: "problems", row: "Row", column: "Column", value: "Value", what: "What to do" },
  zh_cn: { name: "问题清单", row: "行号", column: "列", value: "内容", what: "如何修改" },
} as const;

/** All problems of an import as CSV: row, column, what stands there, and what to do. */
export function buildProblemsFile(
  template: Template,
  rows: Awaited<ReturnType<typeof readBadRows>>,
  language: TemplateLanguage,
): FileAnswer {
  const headers = new Map<string | null, string>(template.columns.map(({ field, header }) => [field, header[language]]));
  const { name, row, column, value, what } = words[language];
  const lines = rows.flatMap(({ number, cells, problems }) =>
    problems.map((problem): Cell[] => {
      const shown = toImportProblem(number, cells, problem);
      return [number, headers.get(shown.field) ?? "", shown.value, shown.msg[language]];
    }),
  );
  const columns = [row, column, value, what].map((header) => ({ header, width: 20 }));
  return {
    contentType: contentTypes.csv,
    name: savedName([template.title[language], name], "csv"),
    isInline: false,
    byteSize: null,
    open: async () => buildTableFile("csv", { name, columns, batches: [lines] }),
  };
}
