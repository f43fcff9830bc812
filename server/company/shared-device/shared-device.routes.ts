import { ok, refuse } from "#src/kit/lib/result.ts";
import {
  switchUser,
  makeBadge,
  myPin,
  peopleOfDevice,
  rememberDevice,
  removePin,
  revokePin,
  setPin,
} from "#src/company/shared-device/shared-device.contract.ts";
import { toWhoami } from "#server/company/accounts/account.queries.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor, anonymous } from "#server/platform/db/row-security.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { selectOperators } from "#server/company/operators/operators.queries.ts";
import { checkSwitch, takeOver } from "./switch-user.commands.ts";
import { endSessionsByPin, forgetSharedDevices } from "./forget.commands.ts";
import { isByPin, listPeopleOn, readPinState } from "./shared-device.queries.ts";
import type { Who } from "./shared-device.queries.ts";
import {
  forgetPin,
  hashSecret,
  hashPin,
  storePin,
  createBadge,
  refuseNewPin,
  noteDevice,
  openSecrets,
  provePassword,
} from "./pin.commands.ts";

function getWho(context: RequestContext): Who {
  const { providerUuid, userUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return { providerUuid, userUuid };
}

export const sharedDeviceRoutes: readonly Implementation[] = [
  implement(myPin, async (_input, context) => ok(await readPinState(context.tx, getWho(context)))),

  implementSlow(setPin, async (form, context) => {
    const typed = await openSecrets({ pin: form.pin, confirm: form.confirm, password: form.password }, form.key_id, context);
    if (!typed.ok) return typed;
    const { pin, confirm, password } = typed.value;
    const refusal = refuseNewPin(pin, confirm, requireActor(context).role) ?? (await provePassword(password, context));
    if (refusal !== null) return refuse(refusal);
    const pinHash = await hashPin(pin);
    return context.act(async (tx) => {
      const who = getWho(context);
      await storePin(tx, who, pinHash, context.now);
      await writeAudit(tx, context, { action: "scanning.set-pin", subjectType: "user", subjectUuid: who.userUuid });
      return ok(null);
    });
  }),

  implementSlow(makeBadge, async (form, context) => {
    const typed = await openSecrets({ password: form.password }, form.key_id, context);
    if (!typed.ok) return typed;
    const refusal = await provePassword(typed.value.password, context);
    if (refusal !== null) return refuse(refusal);
    return context.act(async (tx) => {
      const who = getWho(context);
      const badge = await createBadge(tx, who, context.now);
      await writeAudit(tx, context, { action: "scanning.make-badge", subjectType: "user", subjectUuid: who.userUuid });
      return ok({ badge });
    });
  }),

  implement(removePin, async (_input, context) => {
    const who = getWho(context);
    await forgetPin(context.tx, who);
    await writeAudit(context.tx, context, { action: "scanning.remove-pin", subjectType: "user", subjectUuid: who.userUuid });
    return ok(null);
  }),

  implement(revokePin, async ({ user_uuid: userUuid }, context) => {
    const { tx, acting, now } = context;
    const { providerUuid } = getWho(context);
    // Locked: a concurrent switch either comes before this, and its session ends too, or after it, and opens none.
    const held = await selectOperators(tx, providerUuid)
      .select("user_uuid")
      .where("user_uuid", "=", userUuid)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (held === undefined) return refuse("notFound");
    await actingFor(tx, anonymous, acting, async () => {
      await forgetSharedDevices(tx, { providerUuid, userUuid });
      await endSessionsByPin(tx, userUuid, now);
    });
    await writeAudit(tx, context, { action: "scanning.revoke-pin", subjectType: "user", subjectUuid: userUuid });
    return ok(null);
  }),

  implement(rememberDevice, async ({ device_secret }, context) => {
    const who = getWho(context);
    const { sessionUuid } = requireActor(context);
    if (await isByPin(context.tx, sessionUuid)) return ok({ is_full: false });
    const isNew = await noteDevice(context.tx, who, { deviceHash: hashSecret(device_secret), sessionUuid, now: context.now });
    if (isNew)
      await writeAudit(context.tx, context, { action: "scanning.remember-device", subjectType: "user", subjectUuid: who.userUuid });
    return ok({ is_full: true });
  }),

  implement(peopleOfDevice, async ({ device_secret }, context) => {
    const { tx, acting } = context;
    return ok({ result: await actingFor(tx, anonymous, acting, () => listPeopleOn(tx, getWho(context), hashSecret(device_secret))) });
  }),

  implementSlow(switchUser, async (form, context) => {
    const actor = requireActor(context);
    const typed = await openSecrets({ secret: form.secret }, form.key_id, context);
    if (!typed.ok) return typed;
    const { providerUuid } = getWho(context);
    const { username, permission, device_secret } = form;
    const wish = { providerUuid, deviceHash: hashSecret(device_secret), username: username.trim(), secret: typed.value.secret, permission };
    const checked = await checkSwitch(wish, actor, context);
    if (!checked.ok) return checked;
    return context.act(async (tx) => {
      const session = await actingFor(tx, anonymous, context.acting, () => takeOver(tx, wish, checked.value, actor, context));
      if (session === null) return refuse("scanning.wrongPin");
      await writeAudit(tx, context, {
        action: "scanning.change-hands",
        subjectType: "user",
        subjectUuid: checked.value.user_uuid,
        detail: { by: wish.username === "" ? "badge" : "pin" },
        person: { taken_over_by: session.account.username },
      });
      return ok({ access_token: session.accessToken, csrf_token: session.csrfToken, ...toWhoami(session.account) });
    });
  }),
];
