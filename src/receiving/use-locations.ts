import { useCaller } from "#src/api/caller.tsx";
import { CallProblem } from "#src/api/client.ts";
import type { RefusalName } from "#src/api/codes.ts";
import { listBalances } from "#src/stock/stock.contract.ts";
import { listLocations } from "#src/warehouses/locations.contract.ts";
import type { InHand } from "./put-away.rules.ts";
import { doubtAbout, unfitFor } from "./put-away.rules.ts";

/** Whether goods may go to a location, and what is doubtful about it; `blockedReason` is why nobody may put anything there, empty where nobody said. */
type JudgedLocation = { readonly refusal: RefusalName; readonly blockedReason: string } | { readonly doubt: ReturnType<typeof doubtAbout> };

/** Goods that look for a place. */
interface Seeking {
  readonly inHand: InHand;
  /** null where it is not known */
  readonly warehouseUuid: string | null;
  readonly pieces: number;
}

/** No label of ours is longer. */
const longestBarcode = 40;
/** A product and lot lies in a location once for each condition: with more rows than that, something else is among them. */
const rowsThatTell = 10;

const nothing = { result: [] };

/** Looks a location up before anybody is asked about it. */
export function useLocations() {
  const { client } = useCaller();

  /** @param barcode in capital letters */
  async function ofCode(barcode: string) {
    if (barcode.length > longestBarcode) return null;
    // By the barcode, the one that is meant comes before all that begin with it.
    const { result } = await client.call(listLocations, { barcode, sort: "barcode", page_size: 1 }, { isQuiet: true });
    return result.find((location) => location.barcode === barcode) ?? null;
  }

  /** Without the server nothing speaks against it: it says so itself once it can be reached. */
  async function judge(barcode: string, { inHand, warehouseUuid, pieces }: Seeking): Promise<JudgedLocation> {
    try {
      const location = await ofCode(barcode);
      const refusal = unfitFor(location, warehouseUuid);
      if (refusal !== null)
        return { refusal, blockedReason: refusal === "receipts.locationBlocked" ? (location?.blocked_reason ?? "") : "" };
      const lies =
        location?.quantity === 0
          ? nothing
          : await client.call(listBalances, { location: barcode, page_size: rowsThatTell }, { isQuiet: true });
      return { doubt: doubtAbout(barcode, inHand, pieces, lies.result) };
    } catch (error) {
      if (error instanceof CallProblem) return { doubt: null };
      throw error;
    }
  }
  return { judge };
}
