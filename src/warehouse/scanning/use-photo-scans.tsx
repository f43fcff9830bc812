import type { ReactNode } from "react";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useCamera } from "./use-camera.tsx";
import { useScanCall } from "./use-scan-call.ts";
import type { Sent } from "./use-scan-call.ts";
import type { Work } from "./use-work.ts";

/** What is photographed: the call's input without file names, and its name for people. */
interface Subject<C extends Call> {
  readonly input: InputOf<C>;
  readonly name: string;
}

/**
 * Photographs what a person works on. Photos are queued like scans, and sent once.
 * @param call names its pictures in `filenames`
 * @param getSubject read when the photo was taken; null if nothing is open
 */
export function usePhotoScans<C extends Call>(
  call: C,
  getSubject: () => Subject<C> | null,
  { toText, toRefusalText }: Pick<Work, "toText" | "toRefusalText">,
): { take: () => void; view: ReactNode } {
  const { t } = useTranslation();
  const show = useToasts((store) => store.show);
  const photographing = useScanCall(call);

  function tell(sent: Sent<unknown>): void {
    if (sent.kind === "done") show("good", t("scanning.photo.kept"));
    else show("bad", toText(sent.problem.msg));
  }

  return useCamera({ label: t("scanning.key.photo"), pending: t("scanning.photo.onItsWay") }, async (picture) => {
    const subject = getSubject();
    if (subject === null) return;
    if (picture === null) return show("bad", toRefusalText("files.notAnImage"));
    const about = { label: t("scanning.photo.of", { name: subject.name }), onLater: tell, picture };
    const outcome = await photographing.perform(subject.input, about);
    if (outcome.kind === "waiting") show("normal", t("scanning.photo.waits"));
    else tell(outcome);
  });
}
