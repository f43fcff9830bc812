import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { newToken, tokenHash } from "#server/http/authenticate.ts";

export type LinkPurpose = "resetPassword" | "operatorInvitation" | "customerSignIn" | "changeEmail";

/** What a link is to do besides: nothing secret, for the row is readable to whoever reads the table. */
type LinkDetail = Readonly<Record<string, string>>;

export interface NewMailedLink {
  readonly purpose: LinkPurpose;
  readonly userUuid: string;
  readonly lifeMs: number;
  readonly now: Date;
  readonly detail?: LinkDetail;
  /** earlier links stay good: whoever can ask for a link without being signed in would else void another's */
  readonly keepsEarlier?: boolean;
}

/** Makes the user's links of a purpose good for nothing. Wants the gate, or the provider for its operators. */
export async function voidMailedLinks(
  tx: Tx,
  { purpose, userUuid, now }: Pick<NewMailedLink, "purpose" | "userUuid" | "now">,
): Promise<void> {
  await tx
    .updateTable("mailed_link")
    .set({ used_at: now })
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}

/**
 * Makes a one-time link's token of 256 bits and, unless they are kept, voids the user's earlier ones of the purpose; stored is a hash. Wants the gate, or the provider for its
 * operators. Two at once for one user would both stay good: hold the user's row locked.
 * @returns the token that the link carries
 */
export async function newMailedLink(tx: Tx, link: NewMailedLink): Promise<string> {
  if (link.keepsEarlier !== true) await voidMailedLinks(tx, link);
  const token = newToken();
  await tx
    .insertInto("mailed_link")
    .values({
      link_uuid: newId(),
      token_hash: tokenHash(token),
      purpose: link.purpose,
      user_uuid: link.userUuid,
      expires_at: new Date(link.now.getTime() + link.lifeMs),
      created_at: link.now,
      detail: JSON.stringify(link.detail ?? {}),
    })
    .execute();
  return token;
}

interface PresentedLink {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly now: Date;
}

/** Whose link it is, without using it up; null where it is unknown, used or too old: `linkExpired`. Wants the gate. */
export async function peekMailedLink(tx: Tx, { purpose, token, now }: PresentedLink): Promise<string | null> {
  const row = await tx
    .selectFrom("mailed_link")
    .select("user_uuid")
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** A link that was used: whose, and what it was to do. */
export interface UsedLink {
  readonly userUuid: string;
  readonly detail: LinkDetail;
}

/** Uses a link up; null where it is unknown, used or too old. Of two at once only one gets it. Wants the gate. */
export async function takeMailedLink(tx: Tx, { purpose, token, now }: PresentedLink): Promise<UsedLink | null> {
  const row = await tx
    .updateTable("mailed_link")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_uuid", "detail"])
    .executeTakeFirst();
  return row === undefined ? null : { userUuid: row.user_uuid, detail: row.detail as LinkDetail };
}

/** Uses a link up, as above: the user's uuid, or null. Wants the gate. */
export async function useMailedLink(tx: Tx, link: PresentedLink): Promise<string | null> {
  return (await takeMailedLink(tx, link))?.userUuid ?? null;
}

/** Whether one of a user's open links of a purpose was made after `since` for the same. Wants the gate. */
export async function isJustMailed(
  tx: Tx,
  link: { purpose: LinkPurpose; userUuid: string; detail: LinkDetail; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom("mailed_link")
    .select("link_uuid")
    .where("user_uuid", "=", link.userUuid)
    .where("purpose", "=", link.purpose)
    .where("used_at", "is", null)
    .where("created_at", ">", link.since)
    .where("detail", "=", JSON.stringify(link.detail))
    .executeTakeFirst();
  return row !== undefined;
}
