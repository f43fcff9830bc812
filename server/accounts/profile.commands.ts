import type { Updateable } from "kysely";
import type { Tx } from "#server/db/tx.ts";
import type { AppUser } from "#server/db/schema.generated.ts";

export type ProfileChange = Pick<Updateable<AppUser>, "display_name" | "email" | "phone" | "avatar" | "default_language" | "default_theme">;

/** Changes what is given of a user's own profile and leaves the rest. */
export async function changeProfile(tx: Tx, userUuid: string, change: ProfileChange): Promise<void> {
  await tx
    .updateTable("app_user")
    .set((set) => ({ ...change, version: set("version", "+", 1) }))
    .where("user_uuid", "=", userUuid)
    .execute();
}
