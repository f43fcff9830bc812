import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { getProviderInput, mayCall } from "#src/kit/api/call-hooks.tsx";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { getCustomers } from "#src/billing/customers/customers.contract.ts";
import { listVariants } from "#src/warehouse/goods/goods.contract.ts";
import type { TextKey } from "#src/kit/i18n/text-key.ts";
import { queryBaggedElements } from "#src/outbound/bagging/bagging.contract.ts";
import { listExceptions } from "#src/outbound/exceptions/exceptions.contract.ts";
import { listOrders } from "#src/outbound/orders/orders.contract.ts";
import { listReturns } from "#src/outbound/returns/returns.contract.ts";
import { listWaves } from "#src/outbound/waves/waves.contract.ts";
import { listWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { mostNumberLength } from "#src/outbound/waybills/waybills.rules.ts";
import { listReceipts } from "#src/warehouse/receipts/receipts.contract.ts";
import { listLocations } from "#src/warehouse/warehouses/locations.contract.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { mayVisit, findRoute } from "../app-routes.ts";

/** The number of records per kind in the palette. */
const mostOfKind = 5;
/** How much of a query is searched: no number, name or code is longer, and calls take no more. */
const mostQueryLength = 100;

/** A record that the palette found. */
export interface FoundRecord {
  readonly uuid: string;
  readonly label: string;
  /** distinguishes it from others: its title, its owner */
  readonly detail: string;
  /** its number and barcodes, for exact matches */
  readonly codes: readonly string[];
  readonly href: string;
}

/** A kind of record that the palette searches: its list call and the route that shows it. */
interface RecordKind<C extends Call> {
  readonly id: string;
  readonly title: TextKey;
  readonly call: C;
  /** areas without an entry do not search the kind */
  readonly paths: Partial<Readonly<Record<Area, string>>>;
  readonly input: (query: string, caller: Caller) => InputOf<C>;
  readonly records: (answer: OutputOf<C>, path: string) => readonly FoundRecord[];
}

/** A kind of record that a user may search. */
export interface RecordSource {
  readonly id: string;
  readonly title: TextKey;
  readonly call: Call;
  /** @throws CallProblem */
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly FoundRecord[]>;
}

/** Returns a kind for a user; null if they may not read it or have no route that shows it. */
type OpenKind = (area: Area, person: Person, caller: Caller) => RecordSource | null;

function defineKind<C extends Call>({ id, title, call, paths, input, records }: RecordKind<C>): OpenKind {
  return (area, { role, permissions }, caller) => {
    const path = paths[area];
    const route = path === undefined ? null : findRoute(path);
    if (path === undefined || route === null || !mayVisit(route, role, permissions) || !mayCall(caller, call)) return null;
    return {
      id,
      title,
      call,
      // Without a toast: the palette shows what could not be searched.
      find: async (query, signal) =>
        records(await caller.client.call(call, input(query.slice(0, mostQueryLength), caller), { signal, isQuiet: true }), path),
    };
  };
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");

const kinds: readonly OpenKind[] = [
  defineKind({
    id: "sku",
    title: "navigation.shell.palette.records.sku",
    call: listVariants,
    paths: { p: "/p/product", ds: "/ds/product" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ variant_uuid, product_uuid, sku, title, product_title, owner_name, barcodes }) => ({
        uuid: variant_uuid,
        label: sku,
        detail: joined(product_title, title, owner_name),
        codes: [sku, ...barcodes.map(({ barcode }) => barcode)],
        href: `${path}?product=${product_uuid}&tab=variants&variant=${variant_uuid}`,
      })),
  }),
  defineKind({
    id: "receipt",
    title: "navigation.shell.palette.records.receipt",
    call: listReceipts,
    paths: { p: "/p/addWarehouse", ds: "/ds/addWarehouse" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ receipt_uuid, receipt_number, reference, owner_name, warehouse_name }) => ({
        uuid: receipt_uuid,
        label: receipt_number,
        detail: joined(reference, owner_name, warehouse_name),
        codes: [receipt_number, reference],
        href: `${path}?receipt=${receipt_uuid}`,
      })),
  }),
  defineKind({
    id: "order",
    title: "navigation.shell.palette.records.order",
    call: listOrders,
    paths: { p: "/p/order", ds: "/ds/order" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ order_uuid, order_number, reference, owner_name, consignee }) => ({
        uuid: order_uuid,
        label: order_number,
        detail: joined(reference, owner_name, consignee),
        codes: [order_number, reference],
        href: `${path}?order=${order_uuid}`,
      })),
  }),
  defineKind({
    id: "bag",
    title: "navigation.shell.palette.records.bag",
    call: queryBaggedElements,
    paths: { p: "/p/p-bagging" },
    // By its whole number, as printed on the tag.
    input: (number, caller) => ({
      ...getProviderInput(caller),
      field: "bag_number" as const,
      value: number,
      page_size: mostOfKind,
    }),
    records: ({ result }, path) =>
      result.map(({ bag_uuid, bag_number, channel_name, warehouse_name }) => ({
        uuid: bag_uuid,
        label: bag_number,
        detail: joined(channel_name, warehouse_name),
        codes: [bag_number],
        href: `${path}?bag=${bag_uuid}`,
      })),
  }),
  defineKind({
    id: "waybill",
    title: "navigation.shell.palette.records.waybill",
    call: listWaybills,
    // A retailer finds the order of a waybill: it has no page of waybills.
    paths: { p: "/p/p-print-waybill" },
    // By its whole number, the tracking number or our reference, as printed on the label.
    input: (number) => ({ number: number.slice(0, mostNumberLength), page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ waybill_uuid, reference, waybill_number, tracking_number, order_number, parcel_number, channel_name }) => ({
        uuid: waybill_uuid,
        label: waybill_number === "" ? reference : waybill_number,
        detail: joined(tracking_number === waybill_number ? "" : tracking_number, order_number, parcel_number, channel_name),
        codes: [waybill_number, tracking_number, reference],
        href: `${path}?tab=all&number=${encodeURIComponent(reference)}`,
      })),
  }),
  defineKind({
    id: "wave",
    title: "navigation.shell.palette.records.wave",
    call: listWaves,
    paths: { p: "/p/p-wave-order" },
    // By its number; by an order's, the order is found.
    input: (number) => ({ search: number.slice(0, 60), page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ wave_uuid, wave_number, strategy, warehouse_name }) => ({
        uuid: wave_uuid,
        label: wave_number,
        detail: joined(strategy, warehouse_name),
        codes: [wave_number],
        href: `${path}?wave=${wave_uuid}`,
      })),
  }),
  defineKind({
    id: "return",
    title: "navigation.shell.palette.records.return",
    call: listReturns,
    paths: { p: "/p/p-returns" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ return_uuid, return_number, order_number, tracking_number, owner_name }) => ({
        uuid: return_uuid,
        label: return_number,
        detail: joined(order_number, tracking_number, owner_name),
        codes: [return_number, tracking_number],
        href: `${path}?return=${return_uuid}`,
      })),
  }),
  defineKind({
    id: "exception",
    title: "navigation.shell.palette.records.exception",
    call: listExceptions,
    paths: { p: "/p/p-exception" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ exception_uuid, exception_number, order_number, owner_name }) => ({
        uuid: exception_uuid,
        label: exception_number,
        detail: joined(order_number, owner_name),
        codes: [exception_number],
        href: `${path}?exception=${exception_uuid}`,
      })),
  }),
  defineKind({
    id: "location",
    title: "navigation.shell.palette.records.location",
    call: listLocations,
    paths: { p: "/p/warehousing-definition" },
    input: (barcode) => ({ barcode: barcode.slice(0, 40).toUpperCase(), page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ location_uuid, warehouse_uuid, warehouse_name, partition_code, shelf_code, barcode }) => ({
        uuid: location_uuid,
        label: barcode,
        detail: joined(warehouse_name, partition_code, shelf_code),
        codes: [barcode],
        href: `${path}?warehouse=${warehouse_uuid}&barcode=${encodeURIComponent(barcode)}`,
      })),
  }),
  defineKind({
    id: "retailer",
    title: "navigation.shell.palette.records.retailer",
    call: getCustomers,
    paths: { p: "/p/customer" },
    input: (search, caller) => ({ ...getProviderInput(caller), search, page_size: mostOfKind }),
    records: ({ result }, path) =>
      result.map(({ retailer_uuid, name }) => ({
        uuid: retailer_uuid,
        label: name,
        detail: "",
        codes: [name],
        href: `${path}?customer=${retailer_uuid}`,
      })),
  }),
];

/** Returns the kinds of records that a user may search in an area. */
export function listSources(area: Area, person: Person, caller: Caller): readonly RecordSource[] {
  return kinds.map((kind) => kind(area, person, caller)).filter((source) => source !== null);
}
