import { useSearch } from "@tanstack/react-router";
import { OrderExceptions } from "#src/outbound/exceptions/order-exceptions.tsx";
import { OwnExceptions } from "#src/outbound/exceptions/own-exceptions.tsx";
import { OrderReturns } from "#src/outbound/returns/order-returns.tsx";
import { OwnReturns } from "#src/outbound/returns/own-returns.tsx";
import { AddedTabs, OrderNotes } from "#src/outbound/orders/added-actions.ts";
import { OrdersScreen } from "#src/outbound/orders/orders.screen.tsx";
import { OrderWaybills } from "#src/outbound/waybills/order-waybills.tsx";

const tabs = [
  { value: "exceptions", title: "exceptions.own", content: <OwnExceptions /> },
  { value: "returns", title: "returns.own", content: <OwnReturns /> },
] as const;
const notes = [OrderExceptions, OrderWaybills, OrderReturns] as const;

/** A retailer's orders, with tabs of their exceptions and returns, or the exception or return in the address (`?exception=`, `?return=`). */
export function OwnOrdersScreen() {
  const { exception, return: shown } = useSearch({ strict: false });
  if (typeof exception === "string") return <OwnExceptions />;
  if (typeof shown === "string") return <OwnReturns />;
  return (
    <AddedTabs value={tabs}>
      <OrderNotes value={notes}>
        <OrdersScreen />
      </OrderNotes>
    </AddedTabs>
  );
}
