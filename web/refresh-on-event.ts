import { catalogueReads } from "#src/billing/catalogue/catalogue-reads.contract.ts";
import { catalogueChanged } from "#src/billing/catalogue/catalogue.contract.ts";
import { moneyReads } from "#src/billing/wallet/money-reads.contract.ts";
import { walletChanged } from "#src/billing/wallet/wallet.contract.ts";
import {
  carrierAccountsChanged,
  carrierErrorsChanged,
  listCarrierAccounts,
  listCarrierErrors,
} from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { channelsReads } from "#src/carriers/channels/channels-reads.contract.ts";
import { channelsChanged } from "#src/carriers/channels/channels.contract.ts";
import { downloadsChanged, listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { listToDos } from "#src/company/home/to-dos.contract.ts";
import { isPermitted } from "#src/kit/api/access.rules.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { buildQueryKey } from "#src/kit/api/query.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { returnsReads } from "#src/outbound/returns/returns-reads.contract.ts";
import { returnsChanged } from "#src/outbound/returns/returns.contract.ts";
import { exceptionsReads } from "#src/outbound/exceptions/exceptions-reads.contract.ts";
import { exceptionsChanged } from "#src/outbound/exceptions/exceptions.contract.ts";
import { ordersReads } from "#src/outbound/orders/orders-reads.contract.ts";
import { ordersChanged } from "#src/outbound/orders/orders.contract.ts";
import { baggingReads } from "#src/outbound/bagging/bagging-reads.contract.ts";
import { baggingChanged } from "#src/outbound/bagging/bagging.contract.ts";
import { packingReads } from "#src/outbound/packing/packing-reads.contract.ts";
import { packingChanged } from "#src/outbound/packing/packing.contract.ts";
import { pickingReads } from "#src/outbound/picking/picking-reads.contract.ts";
import { reviewReads } from "#src/outbound/review/review-reads.contract.ts";
import { reviewProgressed } from "#src/outbound/review/review.contract.ts";
import { pickingProgressed } from "#src/outbound/picking/picking.contract.ts";
import { shippingNoticesReads } from "#src/outbound/shipping-notices/shipping-notices-reads.contract.ts";
import { sortationReads } from "#src/outbound/sortation/sortation-reads.contract.ts";
import { sortationChanged } from "#src/outbound/sortation/sortation.contract.ts";
import { wavesReads } from "#src/outbound/waves/waves-reads.contract.ts";
import { getWave, getWavePool, listWaveOrders, listWaves, wavesChanged } from "#src/outbound/waves/waves.contract.ts";
import { goodsReads } from "#src/warehouse/goods/goods-reads.contract.ts";
import { receiptsReads } from "#src/warehouse/receipts/receipts-reads.contract.ts";
import { receiptsChanged } from "#src/warehouse/receipts/receipts.contract.ts";
import { stockReads } from "#src/warehouse/stock/stock-reads.contract.ts";
import { stockChanged, stockReconciled } from "#src/warehouse/stock/stock.contract.ts";
import { listLocations, locationsMap } from "#src/warehouse/warehouses/locations.contract.ts";
import { waybillReads, waybillsChanged } from "#src/outbound/waybills/waybills.contract.ts";
import { warehousesReads } from "#src/warehouse/warehouses/warehouses-reads.contract.ts";
import { queryStorageDefinition, warehousesChanged } from "#src/warehouse/warehouses/warehouses.contract.ts";
import { queries } from "./queries.ts";

interface LiveTopic {
  readonly topic: Topic;
  /** the calls that an event of the topic makes stale */
  readonly calls: readonly Call[];
  /** expensive calls of long-open pages: refreshed less often */
  readonly seldom?: readonly Call[];
}

/** Every topic with the calls that it refreshes. */
export const liveTopics: readonly LiveTopic[] = [
  { topic: catalogueChanged, calls: catalogueReads },
  // Channels show their account's label and state.
  { topic: carrierAccountsChanged, calls: [listCarrierAccounts, listCarrierErrors, ...channelsReads] },
  { topic: carrierErrorsChanged, calls: [listCarrierErrors] },
  { topic: channelsChanged, calls: [listCarrierAccounts, ...channelsReads] },
  { topic: downloadsChanged, calls: [listDownloads] },
  { topic: ordersChanged, calls: [...ordersReads, ...shippingNoticesReads], seldom: [listToDos, getWavePool, listWaveOrders] },
  { topic: pickingProgressed, calls: [...pickingReads, getWave, listWaves] },
  { topic: reviewProgressed, calls: reviewReads },
  { topic: packingChanged, calls: [...packingReads, ...shippingNoticesReads], seldom: [listToDos] },
  { topic: baggingChanged, calls: [...baggingReads, ...shippingNoticesReads], seldom: [listToDos] },
  { topic: sortationChanged, calls: sortationReads, seldom: [listToDos] },
  { topic: wavesChanged, calls: [...wavesReads, ...pickingReads] },
  { topic: waybillsChanged, calls: waybillReads, seldom: [listToDos] },
  { topic: returnsChanged, calls: returnsReads, seldom: [listToDos] },
  { topic: exceptionsChanged, calls: exceptionsReads, seldom: [listToDos] },
  { topic: receiptsChanged, calls: receiptsReads, seldom: [listToDos] },
  {
    topic: stockChanged,
    calls: [...stockReads, ...goodsReads],
    seldom: [listToDos, locationsMap, listLocations, queryStorageDefinition],
  },
  { topic: stockReconciled, calls: stockReads },
  { topic: walletChanged, calls: moneyReads, seldom: [listToDos] },
  { topic: warehousesChanged, calls: [...warehousesReads, ...channelsReads] },
];

/** Scans come several a second; their answers are refreshed at most once in this many ms. */
const restMs = 400;

/** The same for the `seldom` calls. */
const longRestMs = 5000;

/** The topics that this person may subscribe to. The server refuses the whole connection for any other. */
export function getTopicsFor({ role, permissions }: Person): Topic[] {
  return liveTopics.flatMap(({ topic }) =>
    topic.roles.includes(role) && (role !== "operator" || isPermitted(permissions, topic.permission)) ? [topic] : [],
  );
}

const timers = new Map<Call, ReturnType<typeof setTimeout>>();
const refreshedAt = new Map<Call, number>();

/** Refreshes a call soon, and no sooner than `rest` ms after the last time. Events until then share the refresh. */
function refreshSoon(call: Call, rest: number, now: () => Person | null): void {
  if (timers.has(call)) return;
  const rested = performance.now() - (refreshedAt.get(call) ?? -rest);
  const timer = setTimeout(
    () => {
      timers.delete(call);
      refreshedAt.set(call, performance.now());
      const person = now();
      if (person !== null) void queries.invalidateQueries({ queryKey: buildQueryKey(person, call) });
    },
    Math.max(restMs, rest - rested),
  );
  timers.set(call, timer);
}

/** Refreshes the calls of a topic after an event. @param now the person signed in when the refresh happens; null for nobody */
export function refresh(topic: string, now: () => Person | null): void {
  const live = liveTopics.find((one) => one.topic.name === topic);
  for (const call of live?.calls ?? []) refreshSoon(call, 0, now);
  for (const call of live?.seldom ?? []) refreshSoon(call, longRestMs, now);
}
