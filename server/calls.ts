import { accountsRoutes } from "./accounts/accounts.routes.ts";
import { auditRoutes } from "./audit/audit.routes.ts";
import { catalogueRoutes } from "./catalogue/catalogue.routes.ts";
import { claimsRoutes } from "./catalogue/claims.routes.ts";
import { customersRoutes } from "./customers/customers.routes.ts";
import { downloadsRoutes } from "./downloads/downloads.routes.ts";
import { entitlementRoutes } from "./entitlement/entitlement.routes.ts";
import { filesRoutes } from "./files/files.routes.ts";
import { goodsRoutes } from "./goods/goods.routes.ts";
import { homeRoutes } from "./home/home.routes.ts";
import type { Implementation } from "./http/context.ts";
import { importsRoutes } from "./imports/imports.routes.ts";
import { keyInformationRoutes } from "./key-information/key-information.routes.ts";
import { operatorsRoutes } from "./operators/operators.routes.ts";
import { providersRoutes } from "./providers/providers.routes.ts";
import type { Inbound } from "./http/inbound.ts";
import { rateCardsRoutes } from "./rate-cards/rate-cards.routes.ts";
import { receiptsRoutes } from "./receipts/receipts.routes.ts";
import { reportsRoutes } from "./reports/reports.routes.ts";
import { scanningRoutes } from "./scanning/scanning.routes.ts";
import { sitesRoutes } from "./sites/sites.routes.ts";
import { statementsRoutes } from "./statements/statements.routes.ts";
import { stockRoutes } from "./stock/stock.routes.ts";
import { stocktakeRoutes } from "./stock/stocktake.routes.ts";
import { paymentWebhook } from "./subscription/payment-webhook.commands.ts";
import { subscriptionRoutes } from "./subscription/subscription.routes.ts";
import { supportRoutes } from "./support/support.routes.ts";
import { chargingRoutes } from "./wallet/charging.routes.ts";
import { walletRoutes } from "./wallet/wallet.routes.ts";
import { locationsRoutes } from "./warehouses/locations.routes.ts";
import { warehousesRoutes } from "./warehouses/warehouses.routes.ts";

const ofSlices: readonly Implementation[] = [
  ...accountsRoutes,
  ...sitesRoutes,
  ...providersRoutes,
  ...operatorsRoutes,
  ...keyInformationRoutes,
  ...customersRoutes,
  ...filesRoutes,
  ...importsRoutes,
  ...downloadsRoutes,
  ...auditRoutes,
  ...stockRoutes,
  ...stocktakeRoutes,
  ...statementsRoutes,
  ...receiptsRoutes,
  ...reportsRoutes,
  ...scanningRoutes,
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
];

/** Every slice's calls with what they do: the one list. A call that is missing here does not exist. The to-dos are counted by the calls before. */
export const implementations: readonly Implementation[] = [...ofSlices, ...homeRoutes(ofSlices)];

/** Every address at which outside parties tell us things. */
export const inbound: readonly Inbound[] = [paymentWebhook];
