import { useSearch } from "@tanstack/react-router";
import { OrderExceptions } from "#src/outbound/exceptions/order-exceptions.tsx";
import { OwnExceptions } from "#src/outbound/exceptions/own-exceptions.tsx";
import { AddedTabs, OrderNotes } from "#src/outbound/orders/added-actions.ts";
import { OrdersScreen } from "#src/outbound/orders/orders.screen.tsx";
import { OrderWaybills } from "#src/outbound/waybills/order-waybills.tsx";

const tabs = [{ value: "exceptions", title: "exceptions.own", content: <OwnExceptions /> }] as const;
const notes = [OrderExceptions, OrderWaybills] as const;

/** A retailer's orders, with a tab of their exceptions, or the exception in the address (`?exception=`). */
export function OwnOrdersScreen() {
  const { exception } = useSearch({ strict: false });
  if (typeof exception === "string") return <OwnExceptions />;
  return (
    <AddedTabs value={tabs}>
      <OrderNotes value={notes}>
        <OrdersScreen />
      </OrderNotes>
    </AddedTabs>
  );
}
