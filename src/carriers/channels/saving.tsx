import { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { useAsyncWork } from "#src/kit/api/use-async-work.ts";
import { useAwaitedCallReload } from "#src/kit/api/use-call-reload.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { Notice } from "#src/kit/ui/notice.tsx";
import { channelsReads } from "./channels-reads.contract.ts";

/** Saves a part of a channel, then refetches; after a conflict too, so that the next attempt is based on the current version. */
export function useSaving() {
  const attempt = useAsyncWork();
  const reload = useAwaitedCallReload(channelsReads);
  const save = (work: () => Promise<unknown>, done: () => void) =>
    attempt.run(async () => {
      try {
        await work();
      } catch (error) {
        if (error instanceof CallProblem && error.codeName === "changedMeanwhile") await reload();
        throw error;
      }
      await reload();
      done();
    });
  return { attempt, save };
}

/** Why saving failed. Somebody else's change is explained: saving again overwrites it. */
export function SavingProblem({ problem }: { readonly problem: CallProblem | null }) {
  const { t, locale } = useTranslation();
  if (problem === null) return null;
  if (problem.codeName === "changedMeanwhile")
    return (
      <Notice tone="warn" title={t("channels.conflict")}>
        <p>{t("channels.conflictText")}</p>
      </Notice>
    );
  return <Notice tone="bad" title={pickText(getProblemTexts(problem) ?? clientTexts.operationFailed, locale)} />;
}
