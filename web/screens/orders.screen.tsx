import { useMemo } from "react";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { OrderReturns } from "#src/outbound/returns/order-returns.tsx";
import { OrderExceptions } from "#src/outbound/exceptions/order-exceptions.tsx";
import { OrderActions, OrderNotes } from "#src/outbound/orders/added-actions.ts";
import { OrdersScreen as Orders } from "#src/outbound/orders/orders.screen.tsx";
import { useAddToWave } from "#src/outbound/waves/add-to-wave.tsx";
import { OrderWave } from "#src/outbound/waves/order-wave.tsx";
import { OrderWaybills } from "#src/outbound/waybills/order-waybills.tsx";

const OrderPhotos = lazyPart(async () => (await import("#src/outbound/review/order-photos.tsx")).OrderPhotos);
const notes = [OrderExceptions, OrderWave, OrderPhotos, OrderWaybills, OrderReturns] as const;

/** Orders, with the action that gathers them in a wave, their exceptions, their wave, their waybills and returns. */
export function OrdersScreen() {
  const { action, dialog } = useAddToWave();
  const actions = useMemo(() => [action], [action]);
  return (
    <OrderActions value={actions}>
      <OrderNotes value={notes}>
        <Orders />
      </OrderNotes>
      {dialog}
    </OrderActions>
  );
}
