import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { List } from "#src/kit/ui/list/list.tsx";
import { ordersList } from "./orders.list.tsx";

const nothing = () => undefined;

/** A retailer's orders on its page, newest first: each opens on the page of orders. */
export function CustomerOrders({ retailerUuid }: { retailerUuid: string }) {
  const caller = useCaller();
  const navigate = useNavigate();
  const list = useMemo(
    () =>
      ordersList(
        caller,
        {
          name: "customers.orders",
          title: "orders.ofCustomer",
          kind: null,
          isDesk: false,
          tab: "all",
          owner: retailerUuid,
          warehouse: "",
          country: "",
        },
        {
          show: (order) => void navigate({ to: "/p/order", search: { order } }),
          edit: nothing,
          fresh: nothing,
          upload: null,
          split: nothing,
          ask: async () => null,
          added: [],
        },
      ),
    [caller, navigate, retailerUuid],
  );
  return <List of={list} />;
}
