import {
  decideLink,
  listDevices,
  lookUpLink,
  openDeviceSession,
  pollLink,
  removeDevice,
  renewToken,
  startLink,
} from "#src/pro/entitlement/entitlement.contract.ts";
import { mostDevices, formatCode } from "#src/pro/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { actingFor, anonymous } from "#server/platform/db/row-security.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation } from "#server/platform/http/context.ts";
import { findSite } from "#server/platform/http/sites.queries.ts";
import { buildCustomerPageUrl } from "#server/pro/subscription/customer-mail.commands.ts";
import { openCustomerSession } from "#server/pro/subscription/customer.commands.ts";
import { findAuditedCustomer, holdCustomer } from "#server/pro/subscription/customer.queries.ts";
import { readEntitlement } from "#server/pro/subscription/subscription.queries.ts";
import { decide, findLink, startDeviceLink, countStart } from "./device-link.commands.ts";
import { linkOfDevice, getLinkState } from "./device-link.queries.ts";
import { holdsLinked, removeOwnDevice, findSessionDevice } from "./remove-device.commands.ts";
import { buildEntitlement, proveDevice } from "./entitlement.commands.ts";
import { findDevices } from "./entitlement.queries.ts";
import { checkProof, computeThumbprint, withinFirstUse } from "./device-proof.ts";
import { pollUntil } from "./long-poll.ts";

const secondMs = 1000;
const hourMs = 3600 * secondMs;
/** How long a device waits between two polls, in seconds, if the response was immediate. */
const pollIntervalS = 2;
const sessionsPerDevice = 60;

export const entitlementRoutes: readonly Implementation[] = [
  implementSlow(startLink, async (form, context) => {
    const { now } = context;
    const proven = checkProof(form.proof, startLink, now);
    if (!proven.ok) return proven;
    const { thumbprint } = proven.value;
    if (thumbprint !== computeThumbprint(form.public_key)) return refuse("entitlement.proofWrong");
    if (!(await countStart(context))) return refuse("tooMany");
    return context.act(async (tx) => {
      const site = await findSite(tx, context.host, context.isHomepagePort);
      if (site === null) return refuse("unavailable");
      const { deviceCode, userCode, expiresAt } = await startDeviceLink(tx, { thumbprint, deviceName: form.device_name, now });
      const shown = formatCode(userCode);
      return ok({
        device_code: deviceCode,
        user_code: shown,
        verification_url: buildCustomerPageUrl(site, "/esty-link", { code: shown }, form.language),
        expires_at: expiresAt.toISOString(),
        interval_s: pollIntervalS,
      });
    });
  }),

  implementSlow(pollLink, async ({ device_code, wait_s }, { services, address }) => {
    const { database, clock } = services;
    const look = () => database.transaction(anonymous, (tx) => linkOfDevice(tx, device_code, clock.now()));
    const { state, deviceUuid } = await pollUntil(look, (seen) => seen.state !== "PENDING", {
      waitMs: wait_s * secondMs,
      requester: device_code,
      network: toNetwork(address),
    });
    return ok({ state, device_uuid: deviceUuid });
  }),

  implementSlow(lookUpLink, async ({ user_code }, context) => {
    const found = await findLink(user_code, context);
    if (!found.ok) return found;
    const link = found.value;
    return ok({
      user_code: formatCode(link.user_code),
      device_name: link.device_name,
      created_at: link.created_at.toISOString(),
      state: getLinkState(link, context.now),
    });
  }),

  implementSlow(decideLink, async ({ user_code, decision }, context) => {
    const found = await findLink(user_code, context);
    if (!found.ok) return found;
    const { acting, now } = context;
    return context.act(async (tx) => {
      const decided = await actingFor(tx, anonymous, acting, () => decide(tx, { code: found.value.user_code, decision }, context));
      if (!decided.ok) return decided;
      const { proUntil } = await readEntitlement(tx, requireActor(context).userUuid, now);
      return ok({ state: decided.value, is_pro: proUntil !== null });
    });
  }),

  // Every device makes this call daily, so the proof is checked without the database, and one statement returns the rest.
  implementSlow(renewToken, async ({ device_uuid: given, proof, wait_s }, context) => {
    const { services, address, now } = context;
    const proven = checkProof(proof, renewToken, now);
    if (!proven.ok) return proven;
    const deviceUuid = given.toLowerCase();
    const { thumbprint } = proven.value;
    const look = () => proveDevice(services, { deviceUuid, thumbprint });
    const isNews = (result: Awaited<ReturnType<typeof look>>) => !result.ok || result.value.isBlocked || result.value.proUntil !== null;
    const seen = await pollUntil(look, isNews, { waitMs: wait_s * secondMs, requester: deviceUuid, network: toNetwork(address) });
    if (!seen.ok) return seen;
    if (seen.value.isBlocked) return refuse("accountBlocked");
    return ok(await buildEntitlement(services, { standing: seen.value, deviceUuid, now: services.clock.now() }));
  }),

  implementSlow(openDeviceSession, async ({ device_uuid: given, proof }, context) => {
    const { services, now } = context;
    const proven = checkProof(proof, openDeviceSession, now);
    if (!proven.ok) return proven;
    const deviceUuid = given.toLowerCase();
    const seen = await proveDevice(services, { deviceUuid, thumbprint: proven.value.thumbprint });
    if (!seen.ok) return seen;
    const { userUuid, name, isBlocked } = seen.value;
    if (isBlocked) return refuse("accountBlocked");
    // Unlike the token, the session opened here is not bound to the key, so this proof is valid only once.
    if (!(await services.database.transaction(anonymous, (tx) => withinFirstUse(tx, proven.value, now))))
      return refuse("entitlement.proofWrong");
    const ofDevice = nameBucket("entitlement.open-session device", deviceUuid);
    if (!(await services.database.transaction(anonymous, (tx) => countAgainst(tx, ofDevice, sessionsPerDevice, hourMs, now))))
      return refuse("tooMany");
    return context.act(async (tx) => {
      const customer = await holdCustomer(tx, userUuid);
      if (customer === null || !(await holdsLinked(tx, { deviceUuid, userUuid }))) return refuse("entitlement.deviceRemoved");
      const { sessionUuid, answer } = await openCustomerSession(tx, customer, findSessionDevice({ name, deviceUuid }), context);
      await writeAudit(tx, context, {
        action: "entitlement.open-session",
        subjectType: "session",
        subjectUuid: sessionUuid,
        by: findAuditedCustomer(customer),
      });
      return ok(answer);
    });
  }),

  implement(listDevices, async (_input, context) => {
    const rows = await findDevices(context.tx, requireActor(context).userUuid);
    const result = rows.map(({ device_uuid, name, linked_at, last_renewed_at }) => ({
      device_uuid,
      name,
      linked_at: linked_at.toISOString(),
      last_renewed_at: last_renewed_at?.toISOString() ?? null,
    }));
    return ok({ result, most: mostDevices });
  }),

  implement(removeDevice, async ({ device_uuid }, context) => {
    const { tx, now } = context;
    const deviceUuid = device_uuid.toLowerCase();
    const removed = await removeOwnDevice(tx, { deviceUuid, userUuid: requireActor(context).userUuid }, now);
    if (removed === null) return refuse("notFound");
    if (removed.wasLinked)
      await writeAudit(tx, context, { action: "entitlement.remove-device", subjectType: "device", subjectUuid: deviceUuid });
    return ok({ removed: true as const });
  }),
];
