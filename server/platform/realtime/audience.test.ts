import { describe, expect, it } from "vitest";
import { platformUuid } from "#server/platform/db/row-security.ts";
import { isFor } from "./audience.ts";
import type { Hearer, StoredAudience } from "./audience.ts";

const staff: Hearer = { role: "operator", providerUuid: "A", retailerUuid: null, userUuid: "u1", warehouseUuids: [] };
const retailer: Hearer = { role: "dropShipper", providerUuid: "A", retailerUuid: "R", userUuid: "u2", warehouseUuids: [] };
const shutOut: Hearer = { ...retailer, providerUuid: null };
const customer: Hearer = { role: "customer", providerUuid: null, retailerUuid: null, userUuid: "u3", warehouseUuids: [] };
const bound: Hearer = { ...staff, warehouseUuids: ["w1", "w2"] };
const hearers = { staff, bound, retailer, shutOut, customer };

const to = (
  providerUuid: string,
  retailerUuid: string | null,
  userUuid: string | null,
  warehouseUuid: string | null = null,
): StoredAudience => ({
  providerUuid,
  retailerUuid,
  userUuid,
  warehouseUuid,
});

describe("an event", () => {
  it.each<[string, StoredAudience, (keyof typeof hearers)[]]>([
    ["of a provider is for its staff alone", to("A", null, null), ["staff", "bound"]],
    ["of another provider is for none of these", to("B", null, null), []],
    ["about a retailer is for it and the staff", to("A", "R", null), ["staff", "bound", "retailer"]],
    ["about another retailer is for the staff", to("A", "Q", null), ["staff", "bound"]],
    ["about the retailer under another provider is for none of these", to("B", "R", null), []],
    ["for a user of the staff is for that user", to("A", null, "u1"), ["staff", "bound"]],
    ["for another user is for none of these", to("A", null, "u9"), []],
    ["for a retailer's user is for that user", to("A", null, "u2"), ["retailer"]],
    ["for a retailer's user as another retailer is for nobody", to("A", "Q", "u2"), []],
    ["for a user under another provider is for nobody", to("B", null, "u2"), []],
    ["about one of its warehouses is for an operator bound to it too", to("A", null, null, "w2"), ["staff", "bound"]],
    ["about another warehouse is not for the bound operator", to("A", null, null, "w3"), ["staff"]],
    ["about a retailer in another warehouse is for it and the others", to("A", "R", null, "w3"), ["staff", "retailer"]],
    ["for a user who is bound to other warehouses is for the others alone", to("A", null, "u1", "w3"), ["staff"]],
    ["of no provider is for the user wherever it is", to(platformUuid, null, "u2"), ["retailer", "shutOut"]],
    ["of no provider for a customer is for the customer", to(platformUuid, null, "u3"), ["customer"]],
    ["of no provider and no user is for nobody", to(platformUuid, null, null), []],
    ["of no provider about a retailer is for nobody", to(platformUuid, "R", null), []],
  ])("%s", (_what, event, expected) => {
    const heard = Object.entries(hearers).filter(([, hearer]) => isFor(event, hearer));
    expect(heard.map(([name]) => name)).toEqual(expected);
  });
});
