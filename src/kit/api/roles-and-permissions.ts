/** The roles of users (design.md "Who acts"). */
export const roles = ["provider", "operator", "dropShipper", "customer", "siteAdmin"] as const;
export type Role = (typeof roles)[number];

/** The values of `user_role` in responses and local storage. */
export const wireRoles = {
  provider: "Provider",
  operator: "Operator",
  dropShipper: "Drop shipper",
  customer: "Customer",
  siteAdmin: "Site administrator",
} as const satisfies Record<Role, string>;
export type WireRole = (typeof wireRoles)[Role];

/** The values of the query parameter `roleType`: the three roles that have an area. */
export const roleTypes = ["provider", "operator", "dropShipper"] as const;

/** `/p` is the supplier's area, `/ds` the retailer's; each has its own session. */
export const areas = ["p", "ds"] as const;
export type Area = (typeof areas)[number];

/** What a session is for: an area, or the few pages of a customer (who signs in by a mailed link). */
export const sessionAreas = [...areas, "customer"] as const;
export type SessionArea = (typeof sessionAreas)[number];

/** Whether a role may sign in to an area. A site administrator may use both; a customer has no area. */
export function mayEnter(role: Role, area: Area): boolean {
  if (role === "siteAdmin") return true;
  if (role === "dropShipper") return area === "ds";
  return role !== "customer" && area === "p";
}

/** The permissions that a provider can grant an operator: a fixed list (design.md). A provider has all of them. */
export const permissions = [
  "goods",
  "receiving",
  "stockCounts",
  "orders",
  "waves",
  "picking",
  "sortation",
  "review",
  "packing",
  "bagging",
  "exceptions",
  "logistics",
  "customers",
  "reports",
] as const;
export type Permission = (typeof permissions)[number];
