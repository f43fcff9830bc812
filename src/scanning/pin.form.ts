import { z } from "zod";
import type { Role } from "#src/api/actors.ts";
import type { Caller } from "#src/api/caller.tsx";
import { ruled } from "#src/api/define-call.ts";
import { oldPasswordRefusal } from "#src/accounts/accounts.rules.ts";
import { defineForm } from "#src/ui/form/form-definition.ts";
import { makeBadge, setPin } from "./hand-over.contract.ts";
import { pinRefusal } from "./hand-over.rules.ts";
import { withSealed } from "./sealed.ts";

const passwordField = { kind: "password", label: "scanning.pin.password", autoComplete: "current-password", isRequired: true } as const;
const password = ruled(z.string(), (typed) => (typed === "" ? oldPasswordRefusal(typed) : null));

/** Sets the own PIN. @param role whose it is: a supplier's administrator has a longer one */
export const pinFormOf = (role: Role | null) =>
  defineForm({
    name: "scanning.pin",
    keepsDraft: false,
    schema: z
      .object({ pin: ruled(z.string(), (pin) => pinRefusal(pin, role)), confirm: z.string(), password })
      .superRefine(({ pin, confirm }, context) => {
        if (pin !== confirm) context.addIssue({ code: "custom", message: "scanning.pinsDiffer", path: ["confirm"] });
      }),
    fields: {
      pin: {
        kind: "password",
        label: "scanning.pin.new",
        hint: role === "provider" ? "scanning.pin.hintProvider" : "scanning.pin.hint",
        autoComplete: "off",
        isRequired: true,
      },
      confirm: { kind: "password", label: "scanning.pin.again", autoComplete: "off", isRequired: true },
      password: passwordField,
    },
    refusalsAt: {
      "scanning.pinShape": "pin",
      "scanning.pinShort": "pin",
      "scanning.pinTrivial": "pin",
      "scanning.pinsDiffer": "confirm",
      "scanning.passwordWrong": "password",
    },
    submit: "scanning.pin.submit",
    send: async (values, { client }: Caller) => withSealed(client, values, (sealed) => client.call(setPin, sealed, { isQuiet: true })),
  });

/** Makes a badge. Gives its code, which is told this once. */
export const badgeForm = defineForm({
  name: "scanning.badge",
  keepsDraft: false,
  schema: z.object({ password }),
  fields: { password: passwordField },
  refusalsAt: { "scanning.passwordWrong": "password" },
  submit: "scanning.pin.badge.submit",
  send: async (values, { client }: Caller) =>
    withSealed(client, values, async (sealed) => (await client.call(makeBadge, sealed, { isQuiet: true })).badge),
});
