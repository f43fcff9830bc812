import { createContext } from "react";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import type { MovementRow } from "./stock.contract.ts";

/** Actions that other slices add to movements: the stock ledger does not know about money. */
export const MovementActions = createContext<readonly Action<MovementRow>[]>([]);
