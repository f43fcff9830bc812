import { z } from "zod";
import { roleTypes } from "#src/api/actors.ts";
import { defineCall } from "#src/api/define-call.ts";
import { homeAddresses } from "./home.addresses.ts";
import { toDoKinds } from "./to-dos.rules.ts";

const toDo = z.object({
  kind: z.enum(toDoKinds),
  /** rows of the list that the to-do leads to, for this person; 1 for what is no list */
  count: z.int().min(1),
  /** of what is done in steps */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** of what is paid */
  debt: z.object({ cents: z.int(), currency: z.string() }).nullable(),
});
export type ToDo = z.output<typeof toDo>;

export const listToDos = defineCall({
  ...homeAddresses.listToDos,
  summary:
    "What this person can do now, by kind: only what the role, the permissions and the state of the rows allow. A support session has none.",
  roles: roleTypes,
  input: z.strictObject({}),
  output: z.object({ to_dos: z.array(toDo) }),
  codes: [],
});
