import { useQueryClient } from "@tanstack/react-query";
import { useCallQuery, useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import { useTranslation } from "#src/kit/i18n/translation.store.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { useWaitingInputs } from "#src/warehouse/scanning/use-scan-call.ts";
import { beginReview, cancelReview, findToReview, getReview, listToReview, reviewPieces } from "./review.contract.ts";
import type { Found, Review, ReviewRow } from "./review.contract.ts";
import { changeReviewing, getReviewing, noReviewing, useReviewings } from "./review.store.ts";

/** The orders to choose from on a hand-held; others are found by a scan. */
const listInput = { page_size: 20 } as const;

export type OpenReviewWork = ReturnType<typeof useOpenReview>;

/** The order that a person reviews: found by a scan or chosen from the list, stored on the device. */
export function useOpenReview({ person, session, toProblemText }: Work, hasList: boolean) {
  const { t } = useTranslation();
  const { client, scope } = useCaller();
  const queries = useQueryClient();
  const state = useReviewings(({ reviewings }) => reviewings[person] ?? noReviewing);
  const live = useCallQuery(getReview, { review_uuid: state.review?.review_uuid ?? "" }, { enabled: state.review !== null });
  const waiting = useWaitingInputs(reviewPieces);
  const list = useCallQuery(listToReview, listInput, { enabled: hasList && state.review === null });

  /** Runs a call that needs an answer, and reports the refusal at its entry. Returns null then. */
  async function ask<T>(entry: string, call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      changeReviewing(person, { question: null });
      session.refuse(entry, toProblemText(error));
      return null;
    }
  }

  function reloadList(): void {
    void queries.invalidateQueries({ queryKey: buildQueryKey(scope, listToReview) });
  }

  /**
   * Takes over the server's state of the open review, unless scans of this device are not in it yet. One that has ended is forgotten. A state that arrives after
   * the person has left the review changes nothing.
   */
  function adopt(fresh: Review): void {
    const { review } = getReviewing(person);
    if (review?.review_uuid !== fresh.review_uuid || fresh.version < review.version) return;
    if (fresh.status !== "open") return changeReviewing(person, { review: null, question: null });
    if (waiting.some(({ review_uuid }) => review_uuid === fresh.review_uuid)) return;
    changeReviewing(person, { review: fresh });
  }

  /** Reads the open review again; without network it stays as it is. */
  async function reload(): Promise<void> {
    const { review } = getReviewing(person);
    if (review === null) return;
    const { review_uuid } = review;
    const fresh = await client.call(getReview, { review_uuid }, { isQuiet: true }).catch(() => null);
    if (fresh !== null) adopt(fresh);
  }

  return {
    state,
    orders: list.data?.result ?? [],
    orderCount: list.data?.total ?? 0,
    isLoading: hasList && list.isPending,
    isEmpty: list.isSuccess && list.data.result.length === 0,
    live: live.data,
    adopt,
    reloadList,
    find: (entry: string, code: string): Promise<Found | null> => ask(entry, () => client.call(findToReview, { code }, { isQuiet: true })),
    async begin(entry: string, { order_uuid, order_number }: ReviewRow, takesOver: boolean): Promise<void> {
      const review = await ask(entry, () => client.call(beginReview, { order_uuid, takes_over: takesOver }, { isQuiet: true }));
      if (review === null) return reloadList();
      changeReviewing(person, { review, question: null, preset: 1, wrongCode: "" });
      session.done(entry, t("review.begun", { order: order_number }));
    },
    reload,
    /** Gives the open review up: all its pieces are to be scanned again. */
    async giveUp(): Promise<void> {
      const { review } = getReviewing(person);
      if (review === null) return;
      const entry = session.begin(t("review.key.giveUp"));
      const { review_uuid } = review;
      if ((await ask(entry, () => client.call(cancelReview, { review_uuid }, { isQuiet: true }))) === null) return reload();
      changeReviewing(person, { review: null, question: null, preset: 1, wrongCode: "" });
      session.done(entry, t("review.givenUp", { order: review.order_number }));
      reloadList();
    },
  };
}
