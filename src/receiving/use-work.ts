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
