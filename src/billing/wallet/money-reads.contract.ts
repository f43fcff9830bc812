import { getCustomers, querySpecificCustomer } from "#src/billing/customers/customers.contract.ts";
import { getBillingSettings, getRateCard, getTerms, listRateCards, previewPrices } from "#src/billing/rate-cards/rate-cards.contract.ts";
import { listStatements, viewMonth } from "#src/billing/statements/statements.contract.ts";
import { chargeStatus, getCharge, listChargedGoods, listCharges } from "./charges.contract.ts";
import { listTopUpRequests } from "./top-up-requests.contract.ts";
import { getWallet, listTopUps, listWalletEntries } from "./wallet.contract.ts";

/** The calls that read wallets. */
const walletReads = [
  getWallet,
  listWalletEntries,
  listTopUps,
  listTopUpRequests,
  chargeStatus,
  getCharge,
  listCharges,
  listChargedGoods,
] as const;

/** The calls that an issued statement changes. */
export const statementReads = [listStatements, viewMonth, ...walletReads] as const;

/** The calls that a changed rate card, and the charging by it, changes. */
export const rateCardReads = [listRateCards, getRateCard, getTerms, getBillingSettings, previewPrices, chargeStatus] as const;

/** The calls that read anything about money: refreshed together after a movement of a wallet. */
export const moneyReads = [
  ...walletReads,
  listStatements,
  viewMonth,
  listRateCards,
  getRateCard,
  getTerms,
  getBillingSettings,
  previewPrices,
  getCustomers,
  querySpecificCustomer,
] as const;
