import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";
import { guideStepNames } from "./guide.rules.ts";

export const getGuide = defineCall({
  name: "home.get-guide",
  method: "GET",
  path: "/api/home/get-guide",
  summary: "Lists the getting-started steps in order and whether each is done, derived from existing data. Empty for a support session.",
  roles: ["provider", "dropShipper"],
  input: z.strictObject({}),
  output: z.object({ steps: z.array(z.object({ step: z.enum(guideStepNames), is_done: z.boolean() })) }),
  codes: [],
});
