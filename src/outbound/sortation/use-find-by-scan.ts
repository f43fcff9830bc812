import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { Work } from "#src/warehouse/scanning/use-work.ts";
import { findByScan } from "./sortation.contract.ts";
import type { FoundByScan } from "./sortation.contract.ts";

/** Finds what a code means, and reports a failure at its entry: null then. */
export function useFindByScan({ session, toProblemText }: Work): (entry: string, code: string) => Promise<FoundByScan | null> {
  const { client } = useCaller();
  return async (entry, code) => {
    try {
      return await client.call(findByScan, { code }, { isQuiet: true });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      session.refuse(entry, toProblemText(error));
      return null;
    }
  };
}
