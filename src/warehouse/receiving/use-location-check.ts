import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { getPutawayRefusal } from "#src/warehouse/receipts/receipts.rules.ts";
import { listBalances } from "#src/warehouse/stock/stock.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import type { InHand } from "./put-away.rules.ts";
import { findDoubt } from "./put-away.rules.ts";

/** The result of checking a location: a refusal or a doubt. `blockedReason` is why it is blocked; empty if nobody gave a reason. */
type LocationCheck = { readonly refusal: RefusalName; readonly blockedReason: string } | { readonly doubt: ReturnType<typeof findDoubt> };

/** Goods that need a location. */
interface GoodsToPlace {
  readonly inHand: InHand;
  /** null if unknown */
  readonly warehouseUuid: string | null;
  readonly pieces: number;
}

/** The longest code of our location labels. */
const longestBarcode = 40;
/** One product and lot has at most one row per condition in a location: more rows mean that other goods are there too. */
const rowsThatTell = 10;

const nothing = { result: [] };

/** Checks a location before the person is asked about it. */
export function useLocationCheck() {
  const { client } = useCaller();

  /** @param barcode in capital letters */
  async function findByBarcode(barcode: string) {
    if (barcode.length > longestBarcode) return null;
    // Sorted by barcode, the exact match precedes longer codes with the same prefix.
    const { result } = await client.call(listLocations, { barcode, sort: "barcode", page_size: 1 }, { isQuiet: true });
    return result.find((location) => location.barcode === barcode) ?? null;
  }

  /** Returns no objection if the server cannot be reached: it will check the queued call. */
  async function checkLocation(barcode: string, { inHand, warehouseUuid, pieces }: GoodsToPlace): Promise<LocationCheck> {
    try {
      const location = await findByBarcode(barcode);
      const refusal = getPutawayRefusal(location, warehouseUuid);
      if (refusal !== null)
        return { refusal, blockedReason: refusal === "receipts.locationBlocked" ? (location?.blocked_reason ?? "") : "" };
      const lies =
        location?.quantity === 0
          ? nothing
          : await client.call(listBalances, { location: barcode, page_size: rowsThatTell }, { isQuiet: true });
      return { doubt: findDoubt(barcode, inHand, pieces, lies.result) };
    } catch (error) {
      if (error instanceof CallProblem) return { doubt: null };
      throw error;
    }
  }
  return { checkLocation };
}
