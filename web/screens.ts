import type { ComponentType } from "react";

/** Loads a screen, which is a chunk of its own. */
export type LoadScreen = () => Promise<ComponentType>;

const login: LoadScreen = async () => (await import("#src/company/accounts/login.screen.tsx")).LoginScreen;
const turnTheTable: LoadScreen = async () => (await import("#src/company/accounts/new-password.screen.tsx")).NewPasswordScreen;
const settings: LoadScreen = async () => (await import("#src/company/accounts/settings.screen.tsx")).AccountSettingsScreen;
const profile: LoadScreen = async () => (await import("#src/company/accounts/settings.screen.tsx")).ProfileScreen;
const home: LoadScreen = async () => (await import("./screens/home.screen.tsx")).HomeScreen;
const keyInformation: LoadScreen = async () =>
  (await import("#src/company/key-information/key-information.screen.tsx")).KeyInformationScreen;
const downloads: LoadScreen = async () => (await import("#src/company/downloads/downloads.screen.tsx")).DownloadsScreen;
const receipts: LoadScreen = async () => (await import("./screens/receipts.screen.tsx")).ReceiptsScreen;
const goods: LoadScreen = async () => (await import("./screens/goods.screen.tsx")).GoodsScreen;
const orders: LoadScreen = async () => (await import("./screens/orders.screen.tsx")).OrdersScreen;
const auditLog: LoadScreen = async () => (await import("#src/company/audit/audit-log.screen.tsx")).AuditLogScreen;

/** The screens by the name of their route. Every other route is in `later.ts`. */
export const screens: Readonly<Record<string, LoadScreen>> = {
  "p-login": login,
  "ds-login": login,
  "p-home": home,
  "ds-home": home,
  "p-turn-the-table": turnTheTable,
  "ds-turn-the-table": turnTheTable,
  "p-settings": settings,
  "ds-settings": settings,
  "p-profile": profile,
  "ds-profile": profile,
  "p-key-information": keyInformation,
  "ds-key-information": keyInformation,
  "ds-third-part-key-information": async () => (await import("#src/company/providers/choose-supplier.screen.tsx")).ChooseSupplierScreen,
  "p-downloads": downloads,
  "ds-downloads": downloads,
  "p-addWarehouse": receipts,
  "ds-addWarehouse": receipts,
  "p-receive": async () => (await import("#src/warehouse/receiving/receive.screen.tsx")).ReceiveScreen,
  "p-put-away": async () => (await import("#src/warehouse/receiving/put-away.screen.tsx")).PutAwayScreen,
  "p-pick": async () => (await import("#src/outbound/picking/pick.screen.tsx")).PickScreen,
  "p-distribution": async () => (await import("#src/outbound/sortation/distribution.screen.tsx")).DistributionScreen,
  "p-secondary-sortation": async () => (await import("#src/outbound/sortation/sortation.screen.tsx")).SortationScreen,
  "p-single-order-review": async () => (await import("#src/outbound/review/single-review.screen.tsx")).SingleReviewScreen,
  "p-package": async () => (await import("#src/outbound/packing/package.screen.tsx")).PackageScreen,
  "p-weighing": async () => (await import("#src/outbound/packing/weighing.screen.tsx")).WeighingScreen,
  "p-express-weighing": async () => (await import("#src/outbound/packing/weighing.screen.tsx")).ExpressWeighingScreen,
  "p-batch-weighing": async () => (await import("#src/outbound/packing/weighing.screen.tsx")).BatchWeighingScreen,
  "p-print-waybill": async () => (await import("#src/outbound/waybills/waybills.screen.tsx")).WaybillsScreen,
  "p-bagging": async () => (await import("#src/outbound/bagging/bagging.screen.tsx")).BaggingScreen,
  "p-to-review": async () => (await import("#src/outbound/review/review.screen.tsx")).ReviewScreen,
  "p-product": goods,
  "ds-product": goods,
  "p-catalogue": async () => (await import("#src/billing/catalogue/catalogue.screen.tsx")).CatalogueScreen,
  "ds-catalogue": async () => (await import("#src/billing/catalogue/offers.screen.tsx")).OffersScreen,
  "p-stock": async () => (await import("./screens/stock.screen.tsx")).StockScreen,
  "ds-warehousing": async () => (await import("./screens/own-stock.screen.tsx")).OwnStockScreen,
  "p-audit-log": auditLog,
  "ds-audit-log": auditLog,
  "p-warehousing-definition": async () =>
    (await import("#src/warehouse/warehouses/warehousing-definition.screen.tsx")).WarehousingDefinitionScreen,
  "p-warehousing-setting": async () => (await import("#src/warehouse/warehouses/warehousing-setting.screen.tsx")).WarehousingSettingScreen,
  "p-wave-order": async () => (await import("#src/outbound/waves/waves.screen.tsx")).WavesScreen,
  "p-print-orders": async () => (await import("#src/outbound/waves/print-orders.screen.tsx")).PrintOrdersScreen,
  "p-returns": async () => (await import("#src/outbound/returns/returns.screen.tsx")).ReturnsScreen,
  "p-exception": async () => (await import("#src/outbound/exceptions/exceptions.screen.tsx")).ExceptionsScreen,
  "p-outbound": async () => (await import("#src/outbound/orders/outbound.screen.tsx")).OutboundScreen,
  "p-one-piece-for-shipping": orders,
  "p-shipping-notice": orders,
  "p-list-of-shipping-orders": orders,
  "p-order": orders,
  "ds-order": async () => (await import("./screens/own-orders.screen.tsx")).OwnOrdersScreen,
  "p-rate-cards": async () => (await import("#src/billing/rate-cards/rate-cards.screen.tsx")).RateCardsScreen,
  "p-reports": async () => (await import("#src/billing/reports/reports.screen.tsx")).ReportsScreen,
  "p-customer": async () => (await import("./screens/customers.screen.tsx")).CustomersScreen,
  "ds-wallet": async () => (await import("#src/billing/wallet/wallet.screen.tsx")).WalletScreen,
  "p-logistics": async () => (await import("#src/carriers/channels/logistics.screen.tsx")).LogisticsScreen,
  "ds-logistics": async () => (await import("#src/carriers/channels/logistics.screen.tsx")).OfferedLogisticsScreen,
  signup: async () => (await import("#src/company/accounts/sign-up.screen.tsx")).SignUpScreen,
  "tools-config": async () => (await import("#src/company/sites/tools-config.screen.tsx")).ToolsConfigScreen,
  "404": async () => (await import("#src/company/navigation/not-found.screen.tsx")).NotFoundScreen,
};
