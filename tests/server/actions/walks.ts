import { carriersWalks } from "./walk-carriers.ts";
import { catalogueWalks } from "./walk-catalogue.ts";
import { goodsWalks } from "./walk-goods.ts";
import { importWalk } from "./walk-imports.ts";
import { limitsWalks } from "./walk-limits.ts";
import { moneyWalks } from "./walk-money.ts";
import { ordersWalk } from "./walk-orders.ts";
import { returnsWalks } from "./walk-returns.ts";
import { peopleWalks } from "./walk-people.ts";
import { receiptsWalk } from "./walk-receipts.ts";
import { warehousesWalks } from "./walk-warehouses.ts";
import { exceptionsWalks } from "./walk-exceptions.ts";
import { wavesWalks } from "./walk-waves.ts";
import { waybillsWalks } from "./walk-waybills.ts";
import type { SubjectWalk } from "./walk.ts";

/** How the subjects of actions are created. An action whose rule checks a subject is in one of them; the others use their calls' examples. */
export const walks: readonly SubjectWalk[] = [
  receiptsWalk,
  ...carriersWalks,
  ordersWalk,
  ...wavesWalks,
  ...waybillsWalks,
  ...exceptionsWalks,
  ...returnsWalks,
  ...catalogueWalks,
  ...goodsWalks,
  ...limitsWalks,
  ...moneyWalks,
  ...peopleWalks,
  ...warehousesWalks,
  importWalk("orders.import", "orders"),
  importWalk("receipts.import", "receipts"),
  importWalk("goods.import", "products"),
  importWalk("stock.upload", "opening-stock"),
  importWalk("waybills.upload", "tracks"),
  importWalk("warehouses.import", "locations"),
];
