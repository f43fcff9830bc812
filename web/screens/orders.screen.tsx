import { useMemo } from "react";
import { OrderActions } from "#src/outbound/orders/added-actions.ts";
import { OrdersScreen as Orders } from "#src/outbound/orders/orders.screen.tsx";
import { useAddToWave } from "#src/outbound/waves/add-to-wave.tsx";

/** Orders, with the action that gathers them in a wave. */
export function OrdersScreen() {
  const { action, dialog } = useAddToWave();
  const actions = useMemo(() => [action], [action]);
  return (
    <OrderActions value={actions}>
      <Orders />
      {dialog}
    </OrderActions>
  );
}
