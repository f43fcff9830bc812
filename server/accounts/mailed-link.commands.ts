import { newId } from "#server/clock.ts";
import type { Tx } from "#server/db/tx.ts";
import { newToken, tokenHash } from "#server/http/authenticate.ts";

export type LinkPurpose = "resetPassword" | "operatorInvitation";

export interface NewMailedLink {
  readonly purpose: LinkPurpose;
  readonly userUuid: string;
  readonly lifeMs: number;
  readonly now: Date;
}

/** Makes the user's links of a purpose good for nothing. Wants the gate, or the provider for its operators. */
export async function voidMailedLinks(tx: Tx, { purpose, userUuid, now }: Omit<NewMailedLink, "lifeMs">): Promise<void> {
  await tx
    .updateTable("mailed_link")
    .set({ used_at: now })
    .where("user_uuid", "=", userUuid)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}

/**
 * Makes a one-time link's token of 256 bits and voids the user's earlier ones of the purpose; stored is a hash. Wants the gate, or the provider for its
 * operators. Two at once for one user would both stay good: hold the user's row locked.
 * @returns the token that the link carries
 */
export async function newMailedLink(tx: Tx, link: NewMailedLink): Promise<string> {
  await voidMailedLinks(tx, link);
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

/** Uses a link up: the user's uuid, or null where it is unknown, used or too old. Of two at once only one gets it. Wants the gate. */
export async function useMailedLink(tx: Tx, { purpose, token, now }: PresentedLink): Promise<string | null> {
  const row = await tx
    .updateTable("mailed_link")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_uuid")
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}
