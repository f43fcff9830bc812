import type { Selectable } from "kysely";
import type { z } from "zod";
import type { home } from "#src/company/accounts/accounts.contract.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { AppUser } from "#server/platform/db/schema.generated.ts";

type Settings = z.output<(typeof home)["output"]>["default_settings"];

export interface Profile extends Pick<Selectable<AppUser>, "username" | "related_uuid" | "avatar" | "display_name" | "email" | "phone"> {
  default_language: Settings["defaultLanguage"];
  default_theme: Settings["defaultTheme"];
}

/** Returns a user's own profile. */
export async function readProfile(tx: Tx, userUuid: string): Promise<Profile> {
  return (
    tx
      .selectFrom("app_user")
      .select(["username", "related_uuid", "avatar", "display_name", "email", "phone", "default_language", "default_theme"])
      .where("user_uuid", "=", userUuid)
      // a constraint limits the two to known names
      .$castTo<Profile>()
      .executeTakeFirstOrThrow()
  );
}
