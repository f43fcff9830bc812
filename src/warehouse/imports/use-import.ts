import { useEffect, useRef, useState } from "react";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import type { CallProblem } from "#src/kit/api/client.ts";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { discardImport, postImport, uploadImport } from "./imports.contract.ts";
import type { ImportJob, ImportKindName, ImportPreview, WorkbookProblem } from "./imports.contract.ts";

/** The stage of an import. */
export type ImportStage =
  | { readonly at: "choose" }
  | { readonly at: "checking"; readonly name: string }
  | { readonly at: "refused"; readonly name: string; readonly problem: WorkbookProblem }
  | { readonly at: "checked"; readonly preview: ImportPreview; readonly job: ImportJob }
  | { readonly at: "posting"; readonly preview: ImportPreview; readonly job: ImportJob }
  | { readonly at: "posted"; readonly job: ImportJob };

export interface Import {
  readonly stage: ImportStage;
  /** why the last call failed; null if it did not */
  readonly problem: CallProblem | null;
  readonly isBusy: boolean;
  /** reads and checks a file, replacing the previous one */
  check(file: File): void;
  /** posts the checked rows, without the bad ones */
  post(): void;
  /** discards the checked import and aborts a pending upload */
  leave(): void;
}

function toStage(name: string, { problem, job, ...rest }: ImportPreview): ImportStage {
  if (problem !== null || job === null) return problem === null ? { at: "choose" } : { at: "refused", name, problem };
  return { at: "checked", job, preview: { problem, job, ...rest } };
}

/** One import, from choosing a file to posting. Calls `onPosted` even if the dialog was closed meanwhile. */
export function useImport(kind: ImportKindName, onPosted: (job: ImportJob) => void): Import {
  const { client } = useCaller();
  const { run, isBusy, problem, clear } = useAsyncWork();
  const [stage, setStage] = useState<ImportStage>({ at: "choose" });
  const way = useRef<AbortController | null>(null);
  useEffect(() => () => way.current?.abort(), []);

  const discard = async () => {
    if (stage.at !== "checked") return;
    try {
      await client.call(discardImport, { import_uuid: stage.job.import_uuid }, { isQuiet: true });
    } catch {
      // An import that is not discarded expires; nothing is posted either way.
    }
  };
  const check = async (file: File) => {
    await discard();
    const abort = new AbortController();
    way.current = abort;
    setStage({ at: "checking", name: file.name });
    try {
      const files = [{ field: "workbook", file, name: file.name }];
      setStage(toStage(file.name, await client.call(uploadImport, { kind }, { files, isQuiet: true, signal: abort.signal })));
    } catch (error) {
      // Closed meanwhile: nobody sees the result.
      if (abort.signal.aborted) return;
      setStage({ at: "choose" });
      throw error;
    } finally {
      way.current = null;
    }
  };
  const post = async () => {
    if (stage.at !== "checked") return;
    const { job, preview } = stage;
    setStage({ at: "posting", job, preview });
    try {
      const posted = await client.call(
        postImport,
        { import_uuid: job.import_uuid, skip_bad_rows: job.bad_row_count > 0 },
        { isQuiet: true },
      );
      setStage({ at: "posted", job: posted });
      onPosted(posted);
    } catch (error) {
      setStage({ at: "checked", job, preview });
      throw error;
    }
  };
  return {
    stage,
    problem,
    isBusy,
    check: (file) => {
      clear();
      void run(() => check(file));
    },
    post: () => void run(post),
    leave: () => {
      way.current?.abort();
      void discard();
    },
  };
}
