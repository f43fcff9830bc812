import { createContext } from "react";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import type { GoodsRow } from "./goods-rows.contract.ts";

/** Actions that other slices add to a supplier's goods, such as offering them in the catalogue. */
export const GoodsActions = createContext<readonly Action<GoodsRow>[]>([]);
