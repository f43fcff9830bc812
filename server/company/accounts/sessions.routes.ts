import { home, listSessions, renewSession, revokeSessions, signOut } from "#src/company/accounts/accounts.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { SessionArea } from "#src/kit/api/roles-and-permissions.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { Actor, Implementation } from "#server/platform/http/context.ts";
import { toWhoami } from "./account.queries.ts";
import { readProfile } from "./profile.queries.ts";
import { endSessions, renewTokens } from "./session.commands.ts";
import { listOpenSessions, ownAmong } from "./session.queries.ts";

/** A provider has every permission that its operators can have. */
function listPermissions({ role, permissions: granted }: Actor): string[] {
  return role === "provider" ? [...permissions] : [...granted];
}

export const sessionsRoutes: readonly Implementation[] = [
  implement(home, async (_input, context) => {
    const actor = requireActor(context);
    const profile = await readProfile(context.tx, actor.userUuid);
    return ok({
      ...toWhoami({ ...profile, role: actor.role }),
      display_name: profile.display_name,
      email: profile.email,
      phone: profile.phone,
      permissions: listPermissions(actor),
      provider_uuid: actor.providerUuid ?? "",
      read_only: actor.isReadOnly,
      // filled by the slice of shops, which does not exist yet
      shops: [],
      default_settings: { defaultLanguage: profile.default_language, defaultTheme: profile.default_theme },
    });
  }),

  implement(signOut, async (_input, context) => {
    const { sessionUuid } = requireActor(context);
    await endSessions(context.tx, { sessionUuids: [sessionUuid] }, context.now);
    await writeAudit(context.tx, context, { action: "accounts.sign-out", subjectType: "session", subjectUuid: sessionUuid });
    return ok(null);
  }),

  implement(renewSession, async (_input, context) => {
    const { sessionUuid } = requireActor(context);
    const { tx, services, now, token } = context;
    const pair = await renewTokens(tx, services, { token: token ?? "", sessionUuid, now });
    if (pair === null) return refuse("loginExpired");
    if (pair.isNew) await writeAudit(tx, context, { action: "accounts.renew-session", subjectType: "session", subjectUuid: sessionUuid });
    return ok({ access_token: pair.accessToken, csrf_token: pair.csrfToken, expires_at: pair.expiresAt.toISOString() });
  }),

  implement(listSessions, async (_input, context) => {
    const actor = requireActor(context);
    const rows = await listOpenSessions(context.tx, actor, context.now);
    const result = rows.map((row) => ({
      session_uuid: row.session_uuid,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a CHECK constraint, or its writer's schema, allows no other value
      area: row.area as SessionArea,
      is_current: row.session_uuid === actor.sessionUuid,
      address: row.address,
      device: row.device,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      opened_for_support: row.opened_by !== null,
    }));
    return ok({ result });
  }),

  implement(revokeSessions, async ({ session_uuids }, context) => {
    const { userUuid, sessionUuid } = requireActor(context);
    const { tx, now } = context;
    const named = session_uuids === "others" ? null : [...new Set(session_uuids.map((uuid) => uuid.toLowerCase()))];
    if (named !== null && (await ownAmong(tx, userUuid, named)).length !== named.length) return refuse("notFound");
    const ended = await endSessions(tx, named === null ? { userUuids: [userUuid], except: sessionUuid } : { sessionUuids: named }, now);
    await writeAudit(tx, context, {
      action: "accounts.revoke-sessions",
      subjectType: "user",
      subjectUuid: userUuid,
      detail: { ended, which: named ?? "others" },
    });
    return ok({ ended });
  }),
];
