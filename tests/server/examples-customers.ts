import type { Example } from "./example.ts";

/** An input for each customer call. */
export const customersExamples: Readonly<Record<string, Example>> = {
  "customers.get-customers": { own: async () => ({ search: "retailer", blocked: false, sort: "-since" }) },
  "customers.query-specific": {
    own: async ({ world }) => ({ uuid: world.retailerA }),
    withForeign: async ({ world }) => ({ uuid: world.retailerB }),
  },
  "customers.set-blocked": {
    own: async ({ world }) => ({ retailer_uuids: [world.retailerA2], blocked: true }),
    withForeign: async ({ world }) => ({ retailer_uuids: [world.retailerA2, world.retailerB], blocked: true }),
  },
  "customers.customer-login": {
    own: async ({ world }) => ({ retailer_uuid: world.retailerA }),
    withForeign: async ({ world }) => ({ retailer_uuid: world.retailerB }),
  },
};
