import { useMemo, useRef } from "react";
import { useCaller } from "#src/api/caller.tsx";
import type { RefusalName } from "#src/api/codes.ts";
import { codes } from "#src/api/codes.ts";
import type { Texts } from "#src/api/envelope.ts";
import { useTranslation } from "#src/i18n/shown.store.ts";
import type { ScanSession } from "#src/scanning/scan-session.store.ts";
import { useScanSession } from "#src/scanning/scan-session.store.ts";

/** What the steps of a screen that scans have in common. */
export interface Work {
  readonly session: ScanSession;
  /** whose work it is: the key of the store */
  readonly person: string;
  /** a refusal in the language that is read */
  said(msg: Texts): string;
  /** a refusal that this page makes by itself, in the words of the server */
  saidOf(refusal: RefusalName): string;
  /** Says in the list of scans that something could not be taken back. @throws Error, so that the scan stays as it was */
  notTakenBack(msg: Texts): never;
}

/** The work of whoever is signed in. @param name of the screen's scans: `receiving` */
export function useWork(name: string): Work {
  const session = useScanSession(name);
  const { t, locale } = useTranslation();
  const { scope } = useCaller();
  const said = (msg: Texts) => (locale.startsWith("zh") ? msg.zh_cn : msg.en_us);
  return {
    session,
    person: `${scope.providerUuid} ${scope.username}`,
    said,
    saidOf: (refusal) => said(codes[refusal]),
    notTakenBack(msg) {
      session.refuse(session.begin(t("scanning.undo")), said(msg));
      throw new Error("receiving: a scan stays as it was");
    },
  };
}

/** Does things one after the other, in the order in which they were asked for: a scan means what the one before it left. */
export function useInTurn(): (work: () => Promise<void> | void) => void {
  const last = useRef(Promise.resolve());
  return useMemo(
    () => (work) => {
      // One that fell over does not keep the next from its turn; the page's own handler hears of it.
      const turn = last.current.then(work);
      last.current = turn.catch(() => undefined);
      void turn;
    },
    [],
  );
}
