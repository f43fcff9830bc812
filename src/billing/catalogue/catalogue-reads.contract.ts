import { getItem, listItems, listPriceTiers } from "./catalogue.contract.ts";
import { getClaim, listClaims, listOffers } from "./claims.contract.ts";

/** The calls that read the catalogue: refreshed together after a change. */
export const catalogueReads = [listItems, getItem, listPriceTiers, listOffers, listClaims, getClaim] as const;
