import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { isPermitted } from "#src/kit/ui/action/action.ts";
import type { FrameAction } from "#src/warehouse/scanning/frame-action.tsx";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { usePhotoScans } from "#src/warehouse/scanning/use-photo-scans.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { reviewActions } from "./review.actions.ts";
import { addReviewPhotos, reviewPermission } from "./review.contract.ts";
import { Station } from "./station.tsx";
import { useSingleReview } from "./use-single-review.ts";

type SingleReviewing = ReturnType<typeof useSingleReview>;

/** Returns what the person does next. */
function useNextStep({ warehouse, warehouses, question, last, looseCode }: SingleReviewing): { instruction: string; hint?: string } {
  const { t } = useTranslation();
  if (warehouse === "" && warehouses !== undefined) return { instruction: t("review.step.warehouse") };
  if (question?.kind === "damaged") return { instruction: t("review.ask.damaged", { order: last?.order ?? "" }) };
  return { instruction: t("review.step.single"), ...(looseCode === "" ? {} : { hint: t("review.wrong.hint") }) };
}

function useKeys(
  { warehouse, warehouses = [], question, last, looseCode, beginProblem, goOn, leave }: SingleReviewing,
  photograph: () => void,
): readonly FrameAction[] {
  const { t } = useTranslation();
  const caller = useCaller();
  if (warehouse === "") return [];
  if (question?.kind === "damaged") return [{ kind: "next", label: t("review.key.reportDamaged"), onPress: goOn }];
  const hasReview = last !== null && last.review !== "";
  const keys: FrameAction[] = [];
  if (hasReview && isPermitted(reviewActions.photograph, caller))
    keys.push({ kind: "photo", label: t("scanning.key.photo"), onPress: photograph });
  if ((looseCode !== "" || hasReview) && isPermitted(reviewActions.report, caller))
    keys.push({ kind: "problem", label: t(looseCode === "" ? "review.key.damaged" : "review.key.wrongItem"), onPress: beginProblem });
  if (warehouses.length > 1) keys.push({ kind: "aside", label: t("review.key.warehouse"), onPress: leave });
  return keys;
}

/** Review of orders of one piece (domain.md, "single order review"): scan a piece, and the server names the order. */
export function SingleReviewScreen() {
  const { t } = useTranslation();
  const reviewing = useSingleReview();
  const { session, scan, location, last, warehouse, warehouses, choose, printAgain } = reviewing;
  // Before the warehouse is known, the first one's scanners are as good a guess as on other screens.
  const rules = useScannerRules(warehouse === "" ? null : warehouse);
  const photos = usePhotoScans(
    addReviewPhotos,
    () => (last === null || last.review === "" ? null : { input: { review_uuid: last.review, filenames: [] }, name: last.order }),
    reviewing,
  );
  const options = warehouses?.map(({ warehouse_uuid, name, code }) => ({ id: warehouse_uuid, title: name, detail: code })) ?? [];
  return (
    <HandHeldFrame
      title={t("navigation.singleOrderReview")}
      {...useNextStep(reviewing)}
      session={session}
      permission={reviewPermission}
      scan={{ label: t(warehouse === "" ? "review.scan.location" : "review.scan.single"), onScan: scan, takesRepeats: true, ...rules }}
      actions={useKeys(reviewing, photos.take)}
      isLoading={warehouse === "" && warehouses === undefined}
      {...(warehouse === "" && options.length > 0 ? { choices: { label: t("review.step.warehouse"), options, onChoose: choose } } : {})}
    >
      {photos.view}
      {warehouse !== "" && (
        <>
          {options.length > 1 && <p className="quiet">{options.find(({ id }) => id === warehouse)?.title}</p>}
          <Station location={location} last={last} onAgain={printAgain} />
        </>
      )}
    </HandHeldFrame>
  );
}
