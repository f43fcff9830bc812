import { z } from "zod";
import { linkGoals } from "#src/entitlement/pro-status.rules.ts";
import { exportFormats } from "#src/export/export.contract.ts";
import { collectOptions } from "#src/settings/settings.contract.ts";
import type { CallName, Calls } from "./collect.calls.ts";

const ofJob = z.strictObject({ jobId: z.string() });
const nothing = z.strictObject({});

/** The input of each call, parsed once where the background takes it in. */
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

/** A call as it came over the wire, checked; null where it is none. */
export function readCall(message: unknown): { [N in CallName]: { name: N; input: Calls[N]["input"] } }[CallName] | null {
  const outer = envelope.safeParse(message);
  if (!outer.success || !Object.hasOwn(inputs, outer.data.call)) return null;
  const name = outer.data.call as CallName;
  const input = inputs[name].safeParse(outer.data.input);
  return input.success ? ({ name, input: input.data } as ReturnType<typeof readCall>) : null;
}
