import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";

/** The rights grouped by area of the warehouse, as providers think of them. */
export const rightGroups = [
  { id: "goods", rights: ["goods", "receiving", "stockCounts"] },
  { id: "orders", rights: ["orders", "waves", "exceptions"] },
  { id: "floor", rights: ["picking", "sortation", "review", "packing", "bagging"] },
  { id: "office", rights: ["logistics", "customers", "reports"] },
] as const satisfies readonly { id: string; rights: readonly Permission[] }[];

/** Converts a form value to rights, in canonical order without duplicates; ignores unknown values. */
export function toRights(value: unknown): Permission[] {
  return Array.isArray(value) ? permissions.filter((right) => value.includes(right)) : [];
}

/** Returns the rights after granting or revoking some. */
export function withRights(now: readonly Permission[], changed: readonly Permission[], isGiven: boolean): Permission[] {
  return permissions.filter((right) => (changed.includes(right) ? isGiven : now.includes(right)));
}

/** Returns whether all, some or none of a group's rights are granted, for the group's checkbox. */
export function getShare(now: readonly Permission[], group: readonly Permission[]): "all" | "some" | "none" {
  const given = group.filter((right) => now.includes(right)).length;
  if (given === 0) return "none";
  return given === group.length ? "all" : "some";
}
