import { useSearch } from "@tanstack/react-router";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { OrderExceptions } from "#src/outbound/exceptions/order-exceptions.tsx";
import { AddedTabs, OrderNotes, OrderSections } from "#src/outbound/orders/added-actions.ts";
import { OrdersScreen } from "#src/outbound/orders/orders.screen.tsx";

const OwnExceptions = lazyPart(async () => (await import("#src/outbound/exceptions/own-exceptions.tsx")).OwnExceptions);
const OwnReturns = lazyPart(async () => (await import("#src/outbound/returns/own-returns.tsx")).OwnReturns);
const OrderReturns = lazyPart(async () => (await import("#src/outbound/returns/order-returns.tsx")).OrderReturns);
const OrderWaybills = lazyPart(async () => (await import("#src/outbound/waybills/order-waybills.tsx")).OrderWaybills);

const tabs = [
  { value: "exceptions", title: "exceptions.own", content: <OwnExceptions /> },
  { value: "returns", title: "returns.own", content: <OwnReturns /> },
] as const;
const notes = [OrderExceptions] as const;
const sections = [OrderWaybills, OrderReturns] as const;

/** A retailer's orders, with tabs of their exceptions and returns, or the exception or return in the address (`?exception=`, `?return=`). */
export function OwnOrdersScreen() {
  const { exception, return: shown } = useSearch({ strict: false });
  if (typeof exception === "string") return <OwnExceptions />;
  if (typeof shown === "string") return <OwnReturns />;
  return (
    <AddedTabs value={tabs}>
      <OrderNotes value={notes}>
        <OrderSections value={sections}>
          <OrdersScreen />
        </OrderSections>
      </OrderNotes>
    </AddedTabs>
  );
}
