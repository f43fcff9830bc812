import type { Permission } from "#src/api/actors.ts";
import { permissions } from "#src/api/actors.ts";

/** The rights as a provider thinks of them: by the part of the warehouse. */
export const rightGroups = [
  { id: "goods", rights: ["goods", "receiving", "stockCounts"] },
  { id: "orders", rights: ["orders", "waves", "exceptions"] },
  { id: "floor", rights: ["picking", "sortation", "review", "packing", "bagging"] },
  { id: "office", rights: ["logistics", "customers", "reports"] },
] as const satisfies readonly { id: string; rights: readonly Permission[] }[];

/** The rights of a form's value, in their own order and each once; what is none is left out. */
export function rightsOf(value: unknown): Permission[] {
  return Array.isArray(value) ? permissions.filter((right) => value.includes(right)) : [];
}

/** The rights with some of them given or taken. */
export function withRights(now: readonly Permission[], changed: readonly Permission[], isGiven: boolean): Permission[] {
  return permissions.filter((right) => (changed.includes(right) ? isGiven : now.includes(right)));
}

/** How many of a group's rights are given: what its own box shows. */
export function shareOf(now: readonly Permission[], group: readonly Permission[]): "all" | "some" | "none" {
  const given = group.filter((right) => now.includes(right)).length;
  if (given === 0) return "none";
  return given === group.length ? "all" : "some";
}
