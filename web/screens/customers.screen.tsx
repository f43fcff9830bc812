import { CustomerTabs } from "#src/billing/customers/added-tabs.ts";
import { CustomersScreen as Customers } from "#src/billing/customers/customers.screen.tsx";
import { mayCall } from "#src/kit/api/call-hooks.tsx";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { lazyPart } from "#src/kit/ui/lazy-part.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";

const CustomerOrders = lazyPart(async () => (await import("#src/outbound/orders/customer-orders.tsx")).CustomerOrders);
const tabs = [
  { value: "orders", text: "orders.ofCustomer", may: (caller: Caller) => mayCall(caller, listOrders), Content: CustomerOrders },
] as const;

/** The provider's retailers, each with its orders. */
export function CustomersScreen() {
  return (
    <CustomerTabs value={tabs}>
      <Customers />
    </CustomerTabs>
  );
}
