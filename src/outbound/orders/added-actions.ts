import { createContext } from "react";
import type { Action } from "#src/kit/ui/list/list-definition.ts";
import type { OrderRow } from "./orders.contract.ts";

/** Actions that other slices add to the lists of orders, such as gathering them in a wave. */
export const OrderActions = createContext<readonly Action<OrderRow>[]>([]);
