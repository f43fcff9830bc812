import { estimateOrder } from "./order-writes.contract.ts";
import { countOrders, getOrder, listCutOffs, listDeclaredSkus, listOrders } from "./orders.contract.ts";

/** The calls that read orders: refreshed together after a change. */
export const ordersReads = [listOrders, getOrder, countOrders, estimateOrder, listDeclaredSkus, listCutOffs] as const;
