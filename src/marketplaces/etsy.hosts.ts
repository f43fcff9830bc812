/** Match patterns of Etsy's pages: apart from the adapter, for those who need the hosts and not the reading. */
export const etsyHosts: readonly string[] = ["https://*.etsy.com/*"];
