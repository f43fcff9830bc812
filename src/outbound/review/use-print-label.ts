import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useToasts } from "#src/kit/ui/toast.store.ts";
import { printCodeLabels } from "#src/warehouse/scanning/print-code-labels.calls.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { printReviewLabel } from "./review.contract.ts";

/** Returns what prints the label that a review ends with. It says when it cannot: the goods would go on without a code to scan. */
export function usePrintLabel({ toProblemText }: Pick<Work, "toProblemText">): (reviewUuid: string) => Promise<void> {
  const { client } = useCaller();
  return async (review_uuid) => {
    const problem = await printCodeLabels(client, printReviewLabel, { review_uuid });
    if (problem !== null) useToasts.getState().show("bad", toProblemText(problem));
  };
}
