import { z } from "zod";
import { linkGoals } from "#src/pro/entitlement/pro-status.rules.ts";
import { exportFormats } from "#src/collector/reviews/review-file.contract.ts";
import { collectOptions } from "#src/collector/reviews/collect-options.contract.ts";
import type { CallName, Calls } from "#src/collector/jobs/background-calls.ts";

const ofJob = z.strictObject({ jobId: z.string() });
const nothing = z.strictObject({});

/** The schema of each call's input, parsed once where the background receives it. */
const inputs: { [N in CallName]: z.ZodType<Calls[N]["input"]> } = {
  "tab.read": z.strictObject({ tabId: z.number().int() }),
  "jobs.list": nothing,
  "jobs.start": z.strictObject({ tabId: z.number().int(), options: collectOptions }),
  "jobs.pause": ofJob,
  "jobs.resume": ofJob,
  "jobs.cancel": ofJob,
  "jobs.lookAgain": ofJob,
  "jobs.remove": ofJob,
  "jobs.export": z.strictObject({ jobId: z.string(), format: z.enum(exportFormats) }),
  "exports.list": nothing,
  "storage.usage": nothing,
  "plan.get": nothing,
  "pro.status": z.strictObject({ wait: z.boolean() }),
  "pro.link": z.strictObject({ goal: z.enum(linkGoals) }),
  "pro.stopLink": nothing,
  "pro.renew": nothing,
  "pro.unlink": nothing,
  "pro.openSession": nothing,
};

const envelope = z.object({ call: z.string(), input: z.unknown() });

/** Parses a message as a call; returns null if it is not one. */
export function readCall(message: unknown): { [N in CallName]: { name: N; input: Calls[N]["input"] } }[CallName] | null {
  const outer = envelope.safeParse(message);
  if (!outer.success || !Object.hasOwn(inputs, outer.data.call)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name and its schema come from one entry
  const name = outer.data.call as CallName;
  const input = inputs[name].safeParse(outer.data.input);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name and its schema come from one entry
  return input.success ? ({ name, input: input.data } as ReturnType<typeof readCall>) : null;
}
