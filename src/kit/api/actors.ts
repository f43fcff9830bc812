/** Who may act (design.md "Who acts"). */
export const roles = ["provider", "operator", "dropShipper", "customer", "siteAdmin"] as const;
export type Role = (typeof roles)[number];

/** `user_role` as it stands on the wire and in local storage. */
export const wireRoles = {
  provider: "Provider",
  operator: "Operator",
  dropShipper: "Drop shipper",
  customer: "Customer",
  siteAdmin: "Site administrator",
} as const satisfies Record<Role, string>;
export type WireRole = (typeof wireRoles)[Role];

/** `roleType` of a query: the three roles that have an area. */
export const roleTypes = ["provider", "operator", "dropShipper"] as const;

/** `/p` is the supplier's area, `/ds` the retailer's; each keeps a session of its own. */
export const areas = ["p", "ds"] as const;
export type Area = (typeof areas)[number];

/** Where a session is for: an area, or a customer's few pages (a mailed link signs in to them). */
export const sessionAreas = [...areas, "customer"] as const;
export type SessionArea = (typeof sessionAreas)[number];

/** The area that a role signs in to. A site administrator may use either; a customer has a mailed link and no area. */
export function mayEnter(role: Role, area: Area): boolean {
  if (role === "siteAdmin") return true;
  if (role === "dropShipper") return area === "ds";
  return role !== "customer" && area === "p";
}

/** What a provider may let an operator do: a fixed list (design.md). A provider may do all of it. */
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
