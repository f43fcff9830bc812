import type { ReactNode } from "react";
import { MovementActions } from "#src/warehouse/stock/added-actions.ts";
import { useMovementCharges } from "#src/billing/wallet/show-charges.screen.tsx";

/** Adds to a stock screen's movements the action that opens their charges. */
export function WithCharges({ children }: { children: ReactNode }) {
  return <MovementActions value={useMovementCharges()}>{children}</MovementActions>;
}
