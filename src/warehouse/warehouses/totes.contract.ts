import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";
import { mostToteDigits, mostTotes } from "./totes.rules.ts";

export const createTotes = defineCall({
  name: "warehouses.create-totes",
  method: "POST",
  path: "/api/warehouses/create-totes",
  summary: "Creates up to 500 numbered totes on the floor of a warehouse. Creates nothing if a barcode is already taken.",
  roles: ["provider", "operator"],
  permission: "goods",
  input: z.strictObject({
    warehouse_uuid: z.uuid(),
    prefix: z.string().trim().max(30),
    first_number: z.int().min(0).max(999_999),
    count: z.int().min(1).max(mostTotes),
    digits: z.int().min(1).max(mostToteDigits).default(3),
  }),
  output: z.object({ location_count: z.int(), first: z.string(), last: z.string() }),
  codes: ["notFound", "warehouses.closed", "warehouses.barcodeShape", "warehouses.barcodeTaken"],
});
