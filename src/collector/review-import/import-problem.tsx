import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { formatBytes, listText } from "#src/kit/lib/formats.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import type { FileProblem } from "./read-chosen-file.ts";

/** Explains why a file could not be read. */
export function ImportProblemNotice({ name, size, problem }: { name: string; size: number; problem: FileProblem }) {
  const { t, locale } = useTranslation();
  const text = () => {
    switch (problem.kind) {
      case "tooLarge":
        return t("import.problem.tooLarge", { name, size: formatBytes(size, locale), most: formatBytes(problem.mostBytes, locale) });
      case "columns":
        return t("import.problem.columns", {
          name,
          columns: listText(
            problem.missing.map((id) => t(`export.column.${id}`)),
            locale,
          ),
        });
      case "changed":
        return t("import.problem.changed", { fields: listText(problem.fields, locale) });
      case "truncated":
        return t("import.problem.truncated", { name, what: problem.what });
      case "compressed":
        return t("import.problem.compressed", { name, packer: problem.by });
      case "tooLong":
        return t("import.problem.tooLong", { name, most: problem.seconds });
      case "nothing":
      case "empty":
      case "unreadable":
      case "challenge":
        return t(`import.problem.${problem.kind}`, { name });
      default:
        return problem satisfies never;
    }
  };
  return <Notice tone="bad" title={text()} />;
}
