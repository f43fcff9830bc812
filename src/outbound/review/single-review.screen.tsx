import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { HandHeldFrame } from "#src/warehouse/scanning/hand-held-frame.tsx";
import { useScannerRules } from "#src/warehouse/scanning/use-scanner-rules.ts";
import { reviewPermission } from "./review.contract.ts";
import { Station } from "./station.tsx";
import { useSingleReview } from "./use-single-review.ts";

/** Review of orders of one piece (domain.md, "single order review"): scan a piece, and the server names the order. */
export function SingleReviewScreen() {
  const { t } = useTranslation();
  const { session, scan, location, last, printAgain } = useSingleReview();
  return (
    <HandHeldFrame
      title={t("navigation.singleOrderReview")}
      instruction={t("review.step.single")}
      session={session}
      permission={reviewPermission}
      scan={{ label: t("review.scan.single"), onScan: scan, takesRepeats: true, ...useScannerRules(null) }}
    >
      <Station location={location} last={last} onAgain={printAgain} />
    </HandHeldFrame>
  );
}
