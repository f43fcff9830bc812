import "./import.css";
import { useRef, useState } from "react";
import type { Result } from "#src/lib/result.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Progress } from "#src/ui/progress.tsx";
import { useToasts } from "#src/ui/toast.store.ts";
import { FoundPanel } from "./found-panel.tsx";
import { ImportProblemNotice } from "./import-problem.tsx";
import type { FileProblem, FoundReviews, ReadSaved } from "./saved-file.ts";
import { readFile } from "./saved-file.ts";

type Stage =
  | { stage: "choose" }
  | { stage: "reading"; name: string }
  | { stage: "read"; name: string; size: number; result: Result<FoundReviews, FileProblem> };

interface ImportProps {
  readSaved: ReadSaved;
  /** makes a finished job of it */
  save: (found: FoundReviews, title: string) => Promise<void>;
}

/** Reviews out of a file: choose, look at what was found, make a job of it. */
export function ImportScreen({ readSaved, save }: ImportProps) {
  const { t } = useTranslation();
  const show = useToasts((toasts) => toasts.show);
  const [stage, setStage] = useState<Stage>({ stage: "choose" });
  const [url, setUrl] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setStage({ stage: "reading", name: file.name });
    const bytes = await file.arrayBuffer().catch(() => null);
    const result =
      bytes === null
        ? ({ ok: false, problem: { kind: "unreadable" } } as const)
        : await readFile(new Uint8Array(bytes), url.trim(), readSaved);
    setStage({ stage: "read", name: file.name, size: file.size, result });
  };
  const keep = async (found: FoundReviews, name: string) => {
    try {
      await save(found, found.title || t("import.untitled", { name }));
      show("good", t("import.saved", { count: found.reviews.length }));
    } catch {
      show("bad", t("import.problem.save"));
    }
  };

  return (
    <div className="import">
      <h1>{t("import.title")}</h1>
      <p className="quiet">{t("import.intro")}</p>
      <Field label={t("import.address")} hint={t("import.addressHint")} type="url" inputMode="url" value={url} onText={setUrl} />
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
        <input
          ref={input}
          type="file"
          className="heard"
          tabIndex={-1}
          aria-label={t("import.choose")}
          accept=".html,.htm,.json,.csv,.xlsx,.txt"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {stage.stage === "reading" && <Progress label={t("import.reading", { name: stage.name })} part={null} />}
      {stage.stage === "read" && stage.result.ok && <FoundPanel name={stage.name} found={stage.result.value} onSave={keep} />}
      {stage.stage === "read" && !stage.result.ok && (
        <ImportProblemNotice name={stage.name} size={stage.size} problem={stage.result.problem} />
      )}
    </div>
  );
}
