import { z } from "zod";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { ruled } from "#src/kit/api/define-call.ts";
import { getOldPasswordRefusal } from "#src/company/accounts/accounts.rules.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { makeBadge, setPin } from "./shared-device.contract.ts";
import { getPinRefusal } from "./pin.rules.ts";
import { withSealed } from "#src/company/accounts/sealing.calls.ts";

const passwordField = { kind: "password", label: "sharedDevice.pin.password", autoComplete: "current-password", isRequired: true } as const;
const password = ruled(z.string(), (typed) => (typed === "" ? getOldPasswordRefusal(typed) : null));

/**
 * Sets the user's PIN.
 * @param role a supplier's administrator needs a longer one
 */
export const createPinForm = (role: Role | null) =>
  defineForm({
    name: "scanning.pin",
    keepsDraft: false,
    schema: z
      .object({ pin: ruled(z.string(), (pin) => getPinRefusal(pin, role)), confirm: z.string(), password })
      .superRefine(({ pin, confirm }, context) => {
        if (pin !== confirm) context.addIssue({ code: "custom", message: "scanning.pinsDiffer", path: ["confirm"] });
      }),
    fields: {
      pin: {
        kind: "password",
        label: "sharedDevice.pin.new",
        hint: role === "provider" ? "sharedDevice.pin.hintProvider" : "sharedDevice.pin.hint",
        autoComplete: "off",
        isRequired: true,
      },
      confirm: { kind: "password", label: "sharedDevice.pin.again", autoComplete: "off", isRequired: true },
      password: passwordField,
    },
    refusalsAt: {
      "scanning.pinShape": "pin",
      "scanning.pinShort": "pin",
      "scanning.pinTrivial": "pin",
      "scanning.pinsDiffer": "confirm",
      "scanning.passwordWrong": "password",
    },
    submit: "sharedDevice.pin.submit",
    send: async (values, { client }: Caller) => withSealed(client, values, (sealed) => client.call(setPin, sealed, { isQuiet: true })),
  });

/** Creates a badge. Gives its code, which is shown only once. */
export const badgeForm = defineForm({
  name: "scanning.badge",
  keepsDraft: false,
  schema: z.object({ password }),
  fields: { password: passwordField },
  refusalsAt: { "scanning.passwordWrong": "password" },
  submit: "sharedDevice.pin.badge.submit",
  send: async (values, { client }: Caller) =>
    withSealed(client, values, async (sealed) => (await client.call(makeBadge, sealed, { isQuiet: true })).badge),
});
