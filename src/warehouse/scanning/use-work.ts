import { useCaller } from "#src/kit/api/call-hooks.tsx";
import type { CallProblem } from "#src/kit/api/client.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getCodeTexts } from "#src/kit/api/get-code-texts.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { getShownTexts } from "#src/kit/api/problem.rules.ts";
import { pickText } from "#src/kit/lib/languages.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import type { ScanSession } from "./scan-session.store.ts";
import { useScanSession } from "./scan-session.store.ts";

/** What the steps of a scanning screen share. */
export interface Work {
  readonly session: ScanSession;
  /** the person, as the key of the store */
  readonly person: string;
  /** Translates a refusal. */
  toText(msg: Texts): string;
  /** Returns what a failed call says. */
  toProblemText(problem: CallProblem): string;
  /** Translates a refusal that the page makes itself, in the server's words. */
  toRefusalText(refusal: RefusalName): string;
  /** Reports in the list of scans that an undo failed. @throws Error, so that the scan keeps its state */
  rejectUndo(msg: Texts): never;
}

/** Returns the work of the signed-in user. @param name of the screen's scans: `receiving` */
export function useWork(name: string): Work {
  const session = useScanSession(name);
  const { t, locale } = useTranslation();
  const { scope } = useCaller();
  const toText = (msg: Texts) => pickText(msg, locale);
  return {
    session,
    person: `${scope.providerUuid} ${scope.username}`,
    toText,
    toProblemText: (problem) => toText(getShownTexts(problem)),
    toRefusalText: (refusal) => toText(getCodeTexts(refusal)),
    rejectUndo(msg) {
      session.refuse(session.begin(t("scanning.undo")), toText(msg));
      throw new Error("scanning: undoing a scan was refused");
    },
  };
}
