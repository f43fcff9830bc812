import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { useScanCall } from "#src/warehouse/scanning/use-scan-call.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { reportLoosePiece } from "./review.contract.ts";
import { changeReviewing } from "./review.store.ts";

/** Where a piece that no open review expects was found. */
interface LoosePlace {
  readonly warehouse: string;
  /** the review that has ended, if the piece is left over after it; empty if there is none */
  readonly review: string;
}

/** Returns what reports a piece that no open review expects. */
export function useReportLoose({ person, session, toText }: Work): (entry: string, code: string, place: LoosePlace) => Promise<void> {
  const { t } = useTranslation();
  const reporting = useScanCall(reportLoosePiece);
  return async (entry, code, { warehouse, review }) => {
    const outcome = await reporting.perform(
      { warehouse_uuid: warehouse, code, ...(review === "" ? {} : { review_uuid: review }) },
      {
        label: t("review.looseOf", { code }),
        onLater: (sent) =>
          sent.kind === "done" ? session.done(entry, t("review.wrongLater", { code })) : session.refuse(entry, toText(sent.problem.msg)),
      },
    );
    changeReviewing(person, { question: null, looseCode: "" });
    if (outcome.kind === "refused") return session.refuse(entry, toText(outcome.problem.msg));
    if (outcome.kind === "waiting") return session.wait(entry, t("receiving.waits"));
    session.done(entry, t("review.wrongDone", { code, number: outcome.answer.exception_number }));
  };
}
