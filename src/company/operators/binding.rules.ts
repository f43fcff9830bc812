import { z } from "zod";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ruled } from "#src/kit/api/define-call.ts";

/** What a form says about an operator's warehouses: null for all, or those chosen. The calls say all by an empty list. */
export type Binding = readonly string[] | null;

/** Refuses a choice of no warehouse, which the calls would take for all of them. */
export function getBindingRefusal(binding: Binding): RefusalName | null {
  return binding?.length === 0 ? "operators.warehouseRequired" : null;
}

/** The warehouses of an operator in a form. */
export const bindingSchema = ruled(z.array(z.uuid()).max(200).nullable(), getBindingRefusal);

/** Converts a form value to a binding; ignores what is none. */
export function toBinding(value: unknown): Binding {
  return Array.isArray(value) ? value.filter((uuid) => typeof uuid === "string") : null;
}

/** Returns how a form begins for an operator who is bound to these warehouses. */
export function toInitialBinding(warehouses: readonly { readonly warehouse_uuid: string }[]): string[] | null {
  return warehouses.length === 0 ? null : warehouses.map(({ warehouse_uuid }) => warehouse_uuid);
}
