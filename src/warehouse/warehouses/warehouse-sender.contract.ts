import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";

const roles = ["provider"] as const;
const text = (most: number) => z.string().trim().max(most);

/** Who sends a warehouse's parcels, as carriers ask for it. */
export const senderFields = {
  name: text(100).min(1),
  company: text(100).default(""),
  phone: text(40).min(1),
  email: text(200).default(""),
  /** two letters */
  country: z.string().regex(/^[A-Z]{2}$/),
  state: text(100).default(""),
  city: text(100).min(1),
  postcode: text(20).min(1),
  street: text(200).min(1),
};

const sender = z.object({ ...senderFields, version: z.int() });
export type WarehouseSender = z.infer<typeof sender>;

export const getSender = defineCall({
  name: "warehouses.get-sender",
  method: "GET",
  path: "/api/warehouses/get-sender",
  summary: "Returns who sends a warehouse's parcels; null if carriers use the address of the account.",
  roles,
  input: z.strictObject({ warehouse_uuid: z.uuid() }),
  output: z.object({ sender: sender.nullable() }),
  codes: ["notFound"],
});

export const saveSender = defineCall({
  name: "warehouses.save-sender",
  method: "PUT",
  path: "/api/warehouses/save-sender",
  summary: "Sets who sends a warehouse's parcels. `version` is that of the sender before, 0 without one.",
  roles,
  input: z.strictObject({ warehouse_uuid: z.uuid(), version: z.int().min(0).max(2_000_000_000), ...senderFields }),
  output: z.object({ sender: sender.nullable() }),
  codes: ["notFound", "changedMeanwhile"],
});
