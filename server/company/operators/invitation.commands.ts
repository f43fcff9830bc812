import { sql } from "kysely";
import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { createMailedLink } from "#server/company/accounts/one-time-link.commands.ts";
import { nameBucket, countAgainst } from "#server/platform/http/rate-limits.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { sendMail } from "#server/platform/mailer/mailer.commands.ts";
import { writeOperatorInvitation } from "#server/platform/mailer/account-mail-texts.ts";
import { findLinkSite } from "#server/platform/http/sites.queries.ts";
import { areProviderWarehouses } from "./bound-warehouses.queries.ts";
import { replacePermissions, replaceWarehouses } from "./operators.commands.ts";
import { selectOperators } from "./operators.queries.ts";

export interface Invitation {
  readonly email: string;
  readonly display_name: string;
  readonly permissions: readonly Permission[];
  /** those to bind the operator to; none for all */
  readonly warehouse_uuids: readonly string[];
  readonly language: Language;
}

const linkLifeMs = 7 * 24 * 3_600_000;
const hourMs = 3_600_000;
/** Anybody may become a supplier, and its name appears in the mail: the limit keeps this from being used for spam. */
const mailsPerProvider = 60;
const mailsPerAddress = 5;

/** Counted in the same transaction: a refused request sent no mail, and a full count stays full. */
async function withinLimits(tx: Tx, providerUuid: string, email: string, now: Date): Promise<boolean> {
  const ofProvider = nameBucket("operators.invite-operator provider", providerUuid);
  if (!(await countAgainst(tx, ofProvider, mailsPerProvider, hourMs, now))) return false;
  return countAgainst(tx, nameBucket("operators.invite-operator address", email.toLowerCase()), mailsPerAddress, hourMs, now);
}

/** Returns the provider's name and locks its row: of two concurrent invitations of one address the second finds the first one's operator. */
async function heldProvider(tx: Tx, providerUuid: string): Promise<string> {
  const provider = await tx
    .selectFrom("provider")
    .select("name")
    .where("provider_uuid", "=", providerUuid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return provider.name;
}

interface Invited {
  readonly userUuid: string;
  /** whether there was an operator who had not accepted yet */
  readonly isAgain: boolean;
}

async function invitedUser(
  tx: Tx,
  providerUuid: string,
  { email, display_name, language }: Invitation,
  now: Date,
): Promise<Result<Invited, "operators.alreadyThere">> {
  const before = await selectOperators(tx, providerUuid)
    .select(["user_uuid", "status"])
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) {
    const userUuid = newId();
    await tx
      .insertInto("app_user")
      .values({
        user_uuid: userUuid,
        // a placeholder: the name is chosen with the password
        username: `invited-${userUuid}`,
        role: "operator",
        related_uuid: providerUuid,
        display_name,
        email,
        default_language: language,
        status: "invited",
        created_at: now,
      })
      .execute();
    return ok({ userUuid, isAgain: false });
  }
  if (before.status !== "invited") return refuse("operators.alreadyThere");
  await tx
    .updateTable("app_user")
    .set((user) => ({ display_name, email, default_language: language, version: user("version", "+", 1) }))
    .where("user_uuid", "=", before.user_uuid)
    .execute();
  return ok({ userUuid: before.user_uuid, isAgain: true });
}

async function mailInvitation(
  tx: Tx,
  to: Invitation & { companyName: string; token: string },
  { services, host, log }: RequestContext,
): Promise<void> {
  const site = await findLinkSite(tx, host);
  if (site === null) {
    log.error("operators: no invitation mailed: there is no site to link to");
    return;
  }
  const siteTitle = to.language === "zh_cn" ? site.homepage_title : site.homepage_title_en;
  const link = `${site.origin}/p/turn-the-table?invitation=${to.token}`;
  await sendMail(tx, services, { to: to.email, ...writeOperatorInvitation(to.language, { siteTitle, companyName: to.companyName, link }) });
}

/**
 * Invites somebody to be a provider's operator: mails a link that is valid once, for 7 days. Somebody who has not accepted yet gets a new link,
 * which voids the previous one, and the new permissions and warehouses.
 */
export async function invite(
  tx: Tx,
  providerUuid: string,
  invitation: Invitation,
  context: RequestContext,
): Promise<Result<Invited, "tooMany" | "operators.alreadyThere" | "notFound">> {
  const { now } = context;
  const companyName = await heldProvider(tx, providerUuid);
  if (!(await areProviderWarehouses(tx, providerUuid, invitation.warehouse_uuids))) return refuse("notFound");
  if (!(await withinLimits(tx, providerUuid, invitation.email, now))) return refuse("tooMany");
  const invited = await invitedUser(tx, providerUuid, invitation, now);
  if (!invited.ok) return invited;
  const { userUuid } = invited.value;
  await replacePermissions(tx, providerUuid, userUuid, invitation.permissions);
  await replaceWarehouses(tx, providerUuid, userUuid, invitation.warehouse_uuids);
  const token = await createMailedLink(tx, { purpose: "operatorInvitation", userUuid, lifeMs: linkLifeMs, now });
  await mailInvitation(tx, { ...invitation, companyName, token }, context);
  return invited;
}
