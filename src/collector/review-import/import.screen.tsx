import "./import.css";
import { useEffect, useRef, useState } from "react";
import type { Result } from "#src/kit/lib/result.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { Button } from "#src/kit/ui/button.tsx";
import { FileInput } from "#src/kit/ui/file-input.tsx";
import { TextField } from "#src/kit/ui/text-field.tsx";
import { Progress } from "#src/kit/ui/progress.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { FoundPanel } from "./found-panel.tsx";
import { ImportProblemNotice } from "./import-problem.tsx";
import type { FoundFile, ReadChosen } from "./found-file.ts";
import type { FileProblem } from "./read-chosen-file.ts";

type Stage =
  | { stage: "choose" }
  | { stage: "reading"; name: string; done: number; total: number }
  | { stage: "read"; name: string; size: number; result: Result<FoundFile, FileProblem> };

interface ImportProps {
  readChosen: ReadChosen;
  /** a job was made of a file */
  onSaved: (jobId: string) => void;
}

function Reading({ name, done, total }: { name: string; done: number; total: number }) {
  const { t } = useTranslation();
  const text = total === 0 ? t("import.reading", { name }) : t("import.readingRows", { name, done, total });
  return (
    <div className="stack-tight">
      <span className="small number">{text}</span>
      <Progress label={text} part={total === 0 ? null : done / total} />
    </div>
  );
}

/** Reviews out of a file: choose, look at what was found, make a job of it. */
export function ImportScreen({ readChosen, onSaved }: ImportProps) {
  const { t } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const [stage, setStage] = useState<Stage>({ stage: "choose" });
  const [url, setUrl] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** the file that is read last: an earlier one that is ready later is dropped */
  const latest = useRef<File | null>(null);
  const found = stage.stage === "read" && stage.result.ok ? stage.result.value : null;
  useEffect(() => () => found?.drop(), [found]);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const { name, size } = file;
    latest.current = file;
    const isLatest = () => latest.current === file;
    setStage({ stage: "reading", name, done: 0, total: 0 });
    const onRows = (done: number, total: number) => isLatest() && setStage({ stage: "reading", name, done, total });
    const result = await readChosen(file, url.trim(), onRows);
    if (isLatest()) setStage({ stage: "read", name, size, result });
    else if (result.ok) result.value.drop();
  };
  const keep = async (chosen: FoundFile, name: string, onStored: (reviews: number) => void) => {
    try {
      const jobId = await chosen.save(chosen.title || t("import.untitled", { name }), onStored);
      show("good", t("import.saved", { count: chosen.count }));
      onSaved(jobId);
    } catch {
      show("bad", t("import.problem.save"));
    }
  };

  return (
    <div className="import">
      <h1>{t("import.title")}</h1>
      <p className="quiet">{t("import.intro")}</p>
      <TextField label={t("import.address")} hint={t("import.addressHint")} type="url" inputMode="url" value={url} onText={setUrl} />
      <div
        className={over ? "drop drop-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer.files[0]);
        }}
      >
        <p>{t("import.drop")}</p>
        <Button tone={stage.stage === "choose" ? "primary" : "normal"} onClick={() => input.current?.click()}>
          {stage.stage === "choose" ? t("import.choose") : t("import.another")}
        </Button>
        <FileInput ref={input} label={t("import.choose")} accept=".html,.htm,.json,.csv,.xlsx,.txt" onFiles={([file]) => void read(file)} />
      </div>
      {stage.stage === "reading" && <Reading {...stage} />}
      {stage.stage === "read" && stage.result.ok && <FoundPanel name={stage.name} found={stage.result.value} onSave={keep} />}
      {stage.stage === "read" && !stage.result.ok && (
        <ImportProblemNotice name={stage.name} size={stage.size} problem={stage.result.problem} />
      )}
    </div>
  );
}
