import { accountsRoutes } from "./company/accounts/accounts.routes.ts";
import { auditRoutes } from "./company/audit/audit.routes.ts";
import { carrierAccountsRoutes } from "./carriers/carrier-accounts/carrier-accounts.routes.ts";
import { carrierRequestsRoutes } from "./carriers/carrier-accounts/carrier-requests.routes.ts";
import { channelsRoutes } from "./carriers/channels/channels.routes.ts";
import { catalogueRoutes } from "./billing/catalogue/catalogue.routes.ts";
import { claimsRoutes } from "./billing/catalogue/claims.routes.ts";
import { customersRoutes } from "./billing/customers/customers.routes.ts";
import { downloadsRoutes } from "./company/downloads/downloads.routes.ts";
import { entitlementRoutes } from "./pro/entitlement/entitlement.routes.ts";
import { filesRoutes } from "./platform/files/files.routes.ts";
import { goodsRoutes } from "./warehouse/goods/goods.routes.ts";
import { guideSources } from "./guide-sources.ts";
import { homeRoutes } from "./company/home/home.routes.ts";
import type { Implementation } from "./platform/http/context.ts";
import { importKinds } from "./import-kinds.ts";
import { importsRoutes } from "./warehouse/imports/imports.routes.ts";
import { keyInformationRoutes } from "./company/key-information/key-information.routes.ts";
import { ordersRoutes } from "./outbound/orders/orders.routes.ts";
import { wavesRoutes } from "#server/outbound/waves/waves.routes.ts";
import { waybillsRoutes } from "./outbound/waybills/waybills.routes.ts";
import { exceptionsRoutes } from "./outbound/exceptions/exceptions.routes.ts";
import { pickingRoutes } from "./outbound/picking/picking.routes.ts";
import { baggingRoutes } from "./outbound/bagging/bagging.routes.ts";
import { packingRoutes } from "./outbound/packing/packing.routes.ts";
import { reviewRoutes } from "./outbound/review/review.routes.ts";
import { returnsRoutes } from "./outbound/returns/returns.routes.ts";
import { sortationRoutes } from "./outbound/sortation/sortation.routes.ts";
import { shippingNoticeRoutes } from "./outbound/shipping-notices/shipping-notices.routes.ts";
import { operatorsRoutes } from "./company/operators/operators.routes.ts";
import { providersRoutes } from "./company/providers/providers.routes.ts";
import type { Inbound } from "./platform/http/webhooks.ts";
import { rateCardsRoutes } from "./billing/rate-cards/rate-cards.routes.ts";
import { receiptsRoutes } from "./warehouse/receipts/receipts.routes.ts";
import { reportsRoutes } from "./billing/reports/reports.routes.ts";
import { sharedDeviceRoutes } from "./company/shared-device/shared-device.routes.ts";
import { sitesRoutes } from "./company/sites/sites.routes.ts";
import { statementsRoutes } from "./billing/statements/statements.routes.ts";
import { stockRoutes } from "./warehouse/stock/stock.routes.ts";
import { stocktakeRoutes } from "./warehouse/stock/stocktake.routes.ts";
import { paymentWebhook } from "./pro/subscription/payment-webhook.commands.ts";
import { subscriptionRoutes } from "./pro/subscription/subscription.routes.ts";
import { supportRoutes } from "./pro/support/support.routes.ts";
import { chargingRoutes } from "./billing/wallet/charging.routes.ts";
import { walletRoutes } from "./billing/wallet/wallet.routes.ts";
import { locationsRoutes } from "./warehouse/warehouses/locations.routes.ts";
import { figureSources, toDoSources } from "./to-do-sources.ts";
import { warehousesRoutes } from "./warehouse/warehouses/warehouses.routes.ts";

const ofSlices: readonly Implementation[] = [
  ...accountsRoutes,
  ...sitesRoutes,
  ...providersRoutes,
  ...operatorsRoutes,
  ...keyInformationRoutes,
  ...customersRoutes,
  ...filesRoutes,
  ...importsRoutes(importKinds),
  ...downloadsRoutes,
  ...auditRoutes,
  ...stockRoutes,
  ...stocktakeRoutes,
  ...statementsRoutes,
  ...receiptsRoutes,
  ...reportsRoutes,
  ...sharedDeviceRoutes,
  ...subscriptionRoutes,
  ...entitlementRoutes,
  ...supportRoutes,
  ...warehousesRoutes,
  ...locationsRoutes,
  ...goodsRoutes,
  ...catalogueRoutes,
  ...claimsRoutes,
  ...walletRoutes,
  ...chargingRoutes,
  ...rateCardsRoutes,
  ...ordersRoutes,
  ...pickingRoutes,
  ...reviewRoutes,
  ...packingRoutes,
  ...baggingRoutes,
  ...returnsRoutes,
  ...sortationRoutes,
  ...shippingNoticeRoutes,
  ...exceptionsRoutes,
  ...wavesRoutes,
  ...waybillsRoutes,
  ...carrierAccountsRoutes,
  ...carrierRequestsRoutes,
  ...channelsRoutes,
];

/** Every slice's calls with their handlers, in one list. A call that is missing here does not exist. The to-dos are counted with the calls before. */
export const implementations: readonly Implementation[] = [
  ...ofSlices,
  ...homeRoutes(ofSlices, { toDos: toDoSources, figures: figureSources, guide: guideSources }),
];

/** Every webhook address of outside parties. */
export const inbound: readonly Inbound[] = [paymentWebhook];
