import type { Updateable } from "kysely";
import type { Tx } from "#server/platform/db/tx.ts";
import type { AppUser } from "#server/platform/db/schema.generated.ts";

export type ProfileChange = Pick<Updateable<AppUser>, "display_name" | "email" | "phone" | "avatar" | "default_language" | "default_theme">;

/** Changes the given fields of a user's own profile. */
export async function changeProfile(tx: Tx, userUuid: string, change: ProfileChange): Promise<void> {
  await tx
    .updateTable("app_user")
    .set((set) => ({ ...change, version: set("version", "+", 1) }))
    .where("user_uuid", "=", userUuid)
    .execute();
}
