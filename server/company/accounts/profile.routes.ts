import { changeAvatar, changeUserInfo, updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import { createAvatar } from "#server/platform/files/reencode-image.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { implement, implementSlow, requireActor } from "#server/platform/http/context.ts";
import type { Implementation, RequestContext } from "#server/platform/http/context.ts";
import { readProfile } from "./profile.queries.ts";
import type { Updateable } from "kysely";
import type { AppUser } from "#server/platform/db/schema.generated.ts";

type ProfileChange = Pick<Updateable<AppUser>, "display_name" | "email" | "phone" | "avatar" | "default_language" | "default_theme">;

/** Changes the given fields of a user's own profile. */
async function changeProfile(tx: Tx, userUuid: string, change: ProfileChange): Promise<void> {
  await tx
    .updateTable("app_user")
    .set((set) => ({ ...change, version: set("version", "+", 1) }))
    .where("user_uuid", "=", userUuid)
    .execute();
}

/** Changes the given fields, and audits their names: not their values, which are personal. An empty request changes nothing. */
async function changeAndNote(
  tx: Tx,
  context: RequestContext,
  action: string,
  sent: { readonly [F in keyof ProfileChange]: ProfileChange[F] | undefined },
): Promise<void> {
  const { userUuid } = requireActor(context);
  const change: ProfileChange = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const fields = Object.keys(change);
  if (fields.length === 0) return;
  await changeProfile(tx, userUuid, change);
  await writeAudit(tx, context, { action, subjectType: "user", subjectUuid: userUuid, detail: { fields } });
}

/** Returns the new picture: a PNG of 128 x 128, or null without an upload, which removes it. */
async function readPicture({ uploads, signal }: RequestContext): Promise<Result<Buffer | null, RefusalName>> {
  if (uploads.some(({ field }) => field !== "image")) return refuse("parameterError");
  const [upload, ...more] = uploads;
  if (upload === undefined) return ok(null);
  if (more.length > 0) return refuse("files.tooManyImages");
  const picture = await createAvatar(upload.bytes, { signal });
  return picture.ok ? ok(Buffer.from(picture.value)) : picture;
}

export const profileRoutes: readonly Implementation[] = [
  implement(changeUserInfo, async ({ display_name, email, phone }, context) => {
    await changeAndNote(context.tx, context, "accounts.change-user-info", { display_name, email, phone });
    const profile = await readProfile(context.tx, requireActor(context).userUuid);
    return ok({ display_name: profile.display_name, email: profile.email, phone: profile.phone });
  }),

  implementSlow(
    changeAvatar,
    async (_input, context) => {
      const picture = await readPicture(context);
      return context.act(async (tx) => {
        if (!picture.ok) return picture;
        await changeAndNote(tx, context, "accounts.change-avatar", { avatar: picture.value });
        return ok({ avatar_base64: picture.value?.toString("base64") ?? "" });
      });
    },
    { slowWork: "picture" },
  ),

  implement(updateDefaultSettings, async ({ defaultLanguage, defaultTheme }, context) => {
    const { tx } = context;
    await changeAndNote(tx, context, "accounts.default-settings-update", {
      default_language: defaultLanguage,
      default_theme: defaultTheme,
    });
    const profile = await readProfile(tx, requireActor(context).userUuid);
    return ok({ defaultLanguage: profile.default_language, defaultTheme: profile.default_theme });
  }),
];
