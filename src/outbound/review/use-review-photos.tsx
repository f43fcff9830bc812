import type { ReactNode } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { useCamera } from "#src/warehouse/scanning/use-camera.tsx";
import type { Sent } from "#src/warehouse/scanning/use-scan-call.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { reviewActions } from "./review.actions.ts";
import { addReviewPhotos } from "./review.contract.ts";
import type { Review } from "./review.contract.ts";

/** Photographs the goods of a review. Photos are queued like scans, and sent once. `take` is null for a person who may not. */
export function useReviewPhotos(
  review: Review | null,
  { toText, toRefusalText }: Pick<Work, "toText" | "toRefusalText">,
): { take: (() => void) | null; view: ReactNode } {
  const { t } = useTranslation();
  const show = useToasts((store) => store.show);
  const mayTake = isPermitted(reviewActions.photograph, useCaller());
  const photographing = useScanCall(addReviewPhotos);

  function tell(sent: Sent<unknown>): void {
    if (sent.kind === "done") show("good", t("review.photo.kept"));
    else show("bad", toText(sent.problem.msg));
  }

  const camera = useCamera({ label: t("review.key.photo"), pending: t("review.photo.onItsWay") }, async (picture) => {
    if (review === null) return;
    if (picture === null) return show("bad", toRefusalText("files.notAnImage"));
    const outcome = await photographing.perform(
      { review_uuid: review.review_uuid, filenames: [] },
      { label: t("review.photo.of", { order: review.order_number }), onLater: tell, picture },
    );
    if (outcome.kind === "waiting") show("normal", t("review.photo.waits"));
    else tell(outcome);
  });
  return { take: mayTake ? camera.take : null, view: camera.view };
}
