import { newId } from "#server/platform/runtime/clock.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { createToken, hashToken } from "#server/platform/http/authenticate.ts";

export type LinkPurpose = "resetPassword" | "operatorInvitation" | "customerSignIn" | "changeEmail";

/** Further data of a link: nothing secret, because anybody who reads the table can read the row. */
type LinkDetail = Readonly<Record<string, string>>;

export interface NewMailedLink {
  readonly purpose: LinkPurpose;
  readonly userUuid: string;
  readonly lifeMs: number;
  readonly now: Date;
  readonly detail?: LinkDetail;
  /** earlier links stay valid: otherwise anybody who can request a link without signing in could void another's */
  readonly keepsEarlier?: boolean;
}

/** Voids the user's links of a purpose. The caller must act as `anonymous`, or as the provider for its operators. */
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
 * Creates a one-time token of 256 bits for a link and, unless they are kept, voids the user's earlier ones of the purpose; only a hash is stored.
 * The caller must act as `anonymous`, or as the provider for its operators. Two at once for one user would both stay valid: lock the user's row
 * first.
 * @returns the token that the link carries
 */
export async function createMailedLink(tx: Tx, link: NewMailedLink): Promise<string> {
  if (link.keepsEarlier !== true) await voidMailedLinks(tx, link);
  const token = createToken();
  await tx
    .insertInto("mailed_link")
    .values({
      link_uuid: newId(),
      token_hash: hashToken(token),
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

/** Returns the owner of a link without using it up; null if it is unknown, used or expired: `linkExpired`. The caller must act as `anonymous`. */
export async function peekMailedLink(tx: Tx, { purpose, token, now }: PresentedLink): Promise<string | null> {
  const row = await tx
    .selectFrom("mailed_link")
    .select("user_uuid")
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** A link that was used: its owner and its data. */
export interface UsedLink {
  readonly userUuid: string;
  readonly detail: LinkDetail;
}

/** Uses a link up; null if it is unknown, used or expired. Of two concurrent calls only one gets it. The caller must act as `anonymous`. */
export async function takeMailedLink(tx: Tx, { purpose, token, now }: PresentedLink): Promise<UsedLink | null> {
  const row = await tx
    .updateTable("mailed_link")
    .set({ used_at: now })
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["user_uuid", "detail"])
    .executeTakeFirst();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the code for mailed links writes this JSON column
  return row === undefined ? null : { userUuid: row.user_uuid, detail: row.detail as LinkDetail };
}

/** Uses a link up, as above, and returns the user's uuid, or null. The caller must act as `anonymous`. */
export async function useMailedLink(tx: Tx, link: PresentedLink): Promise<string | null> {
  return (await takeMailedLink(tx, link))?.userUuid ?? null;
}

/** Whether one of a user's open links of a purpose was created after `since` with the same data. The caller must act as `anonymous`. */
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
