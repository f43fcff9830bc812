import { z } from "zod";
import { defineCall } from "#src/kit/api/define-call.ts";
import { guideStepNames } from "./guide.rules.ts";

export const getGuide = defineCall({
  name: "home.get-guide",
  method: "GET",
  path: "/api/home/get-guide",
  summary:
    "The steps of a newcomer in their order, and which of them are done: found in the data, so that nobody ticks them. A support session has none.",
  roles: ["provider", "dropShipper"],
  input: z.strictObject({}),
  output: z.object({ steps: z.array(z.object({ step: z.enum(guideStepNames), is_done: z.boolean() })) }),
  codes: [],
});
