import { useMatch } from "@tanstack/react-router";
import { useMemo } from "react";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { AddedTabs, BoxesTab, OrderActions, OrderNotes, OrderSections, ReadActions } from "#src/outbound/orders/added-actions.ts";
import type { OrderDetail } from "#src/outbound/orders/orders.contract.ts";
import { OrdersScreen as Orders } from "#src/outbound/orders/orders.screen.tsx";
import { useExportShipped } from "#src/outbound/shipping-notices/export-shipped.tsx";
import { useAddToWave } from "#src/outbound/waves/add-to-wave.tsx";

// Parts of an order's page, and of notices: a list of orders is there before they are.
const OrderExceptions = lazyPart(async () => (await import("#src/outbound/exceptions/order-exceptions.tsx")).OrderExceptions);
const OrderWave = lazyPart(async () => (await import("#src/outbound/waves/order-wave.tsx")).OrderWave);
const OrderReturns = lazyPart(async () => (await import("#src/outbound/returns/order-returns.tsx")).OrderReturns);
const OrderWaybills = lazyPart(async () => (await import("#src/outbound/waybills/order-waybills.tsx")).OrderWaybills);
const BoxesPart = lazyPart(async () => (await import("#src/outbound/shipping-notices/boxes-part.tsx")).BoxesPart);
const LoadPlan = lazyPart(async () => (await import("#src/outbound/shipping-notices/load-plan.tsx")).LoadPlan);
const OrderPhotos = lazyPart(async () => (await import("#src/outbound/review/order-photos.tsx")).OrderPhotos);
const notes = [OrderExceptions, OrderWave] as const;
const sections = [OrderPhotos, OrderWaybills, OrderReturns] as const;
const noticeTabs = [{ value: "loadPlan", title: "shippingNotices.loadPlan", content: <LoadPlan /> }] as const;
const none = [] as const;
const showBoxes = (of: OrderDetail) => <BoxesPart of={of} />;

/** Orders, with what other slices add to them; notices with the load plan, and all that goes out with its export. */
export function OrdersScreen() {
  const { action, dialog } = useAddToWave();
  const shipped = useExportShipped();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/+$/, "") });
  const actions = useMemo(() => [action], [action]);
  const readActions = useMemo(() => (path === "/p/p-list-of-shipping-orders" ? [shipped.action] : []), [path, shipped.action]);
  return (
    <OrderActions value={actions}>
      <ReadActions value={readActions}>
        <AddedTabs value={path === "/p/p-shipping-notice" ? noticeTabs : none}>
          <BoxesTab value={showBoxes}>
            <OrderNotes value={notes}>
              <OrderSections value={sections}>
                <Orders />
              </OrderSections>
            </OrderNotes>
          </BoxesTab>
        </AddedTabs>
      </ReadActions>
      {dialog}
      {shipped.dialog}
    </OrderActions>
  );
}
