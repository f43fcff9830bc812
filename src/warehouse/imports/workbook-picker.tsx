import type { DragEvent } from "react";
import { useRef, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { getTemplateFile } from "#src/kit/files/files.contract.ts";
import { toLanguage } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FileInput } from "#src/kit/ui/file-input.tsx";
import { downloadFile } from "#src/kit/ui/download-file.ts";
import { maxWorkbookBytes } from "./imports.contract.ts";
import type { ImportKindName } from "./imports.contract.ts";

const accepted = ".xlsx,.xls,.ods,.csv";

interface WorkbookPickerProps {
  readonly kind: ImportKindName;
  readonly isAgain: boolean;
  readonly onFile: (file: File) => void;
}

/** Drops or chooses a workbook, and offers the template. */
export function WorkbookPicker({ kind, isAgain, onFile }: WorkbookPickerProps) {
  const { t, locale } = useTranslation();
  const { client } = useCaller();
  const { run, isBusy } = useAsyncWork();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = (files: readonly File[]) => {
    const [file, ...others] = files;
    if (file === undefined) return;
    if (others.length > 0) setRefusal(t("imports.oneFile"));
    else if (file.size > maxWorkbookBytes) setRefusal(t("imports.tooLarge", { name: file.name }));
    else {
      setRefusal(null);
      onFile(file);
    }
  };
  const hearDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const download = () =>
    run(async () => {
      await downloadFile(client, getTemplateFile, { name: kind, lang: toLanguage(locale) });
    });
  return (
    <div
      className={isOver ? "import-drop import-drop-over" : "import-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={hearDrop}
    >
      {!isAgain && <p>{t("imports.drop")}</p>}
      <FileInput ref={input} label={t("imports.choose")} accept={accepted} onFiles={take} />
      <div className="import-buttons">
        <Button tone={isAgain ? "normal" : "primary"} onClick={() => input.current?.click()}>
          {t(isAgain ? "imports.chooseOther" : "imports.choose")}
        </Button>
        <Button isDisabled={isBusy} onClick={() => void download()}>
          {t("imports.template")}
        </Button>
      </div>
      <p className="import-hint">{t("imports.hint")}</p>
      {refusal !== null && (
        <p className="import-bad" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
