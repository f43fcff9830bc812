import { z } from "zod";
import { roleTypes } from "#src/kit/api/roles-and-permissions.ts";
import { defineCall } from "#src/kit/api/define-call.ts";
import { homeAddresses } from "./home-addresses.ts";
import { figureNames } from "./figures.rules.ts";
import { toDoKinds } from "./to-dos.rules.ts";

const toDo = z.object({
  kind: z.enum(toDoKinds),
  /** rows of the linked list for this user; 1 if it is not a list */
  count: z.int().min(1),
  /** for to-dos with steps */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** for payments */
  debt: z.object({ cents: z.int(), currency: z.string() }).nullable(),
});
export type ToDo = z.output<typeof toDo>;

export const listToDos = defineCall({
  ...homeAddresses.listToDos,
  summary:
    "Lists the user's open to-dos by kind, and the figures of the funnel, limited to what the role and the permissions allow. A support session has no to-dos.",
  roles: roleTypes,
  input: z.strictObject({}),
  output: z.object({
    to_dos: z.array(toDo),
    /** also those that are 0; at most 10,000 */
    figures: z.array(z.object({ figure: z.enum(figureNames), count: z.int() })),
  }),
  codes: [],
});
