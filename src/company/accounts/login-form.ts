import { z } from "zod";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { Caller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem } from "#src/kit/api/client.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { ruled } from "#src/kit/api/define-call.ts";
import type { StoredSession } from "#src/kit/session/session.rules.ts";
import { toStoredSession } from "#src/kit/session/session.rules.ts";
import { defineForm } from "#src/kit/ui/form/form-definition.ts";
import { signIn } from "./accounts.contract.ts";
import { withFreshKey } from "./fresh-key.ts";
import { sealForLogin } from "./sealing.calls.ts";

type SignedIn = OutputOf<typeof signIn>;

const requireText = (name: RefusalName) => ruled(z.string(), (value) => (value.trim() === "" ? name : null));
const schema = z.object({ username: requireText("accounts.usernameRequired"), password: requireText("accounts.passwordRequired") });

/** Signs in. @throws CallProblem */
export async function requestSession(area: Area, { username, password }: z.output<typeof schema>, { client }: Caller): Promise<SignedIn> {
  return withFreshKey(async () => {
    const { key_id, sealed } = await sealForLogin(client, username.trim(), password);
    return client.call(signIn, { username: username.trim(), password: sealed, key_id, area });
  });
}

/**
 * The login form of an area.
 * @param arrive navigates on; the button is busy until it resolves
 * @returns a form whose `send` gives "elsewhere" for a user of the other area
 */
export function loginForm(area: Area, arrive: (session: StoredSession) => Promise<void>) {
  return defineForm({
    name: "accounts.login",
    keepsDraft: false,
    schema,
    fields: {
      username: { kind: "text", label: "accounts.field.username", autoComplete: "username" },
      password: { kind: "password", label: "accounts.field.password", autoComplete: "current-password" },
    },
    submit: "accounts.login.submit",
    send: async (values, caller) => {
      try {
        await arrive(toStoredSession(await requestSession(area, values, caller), Date.now()));
        return "in";
      } catch (error) {
        if (error instanceof CallProblem && error.codeName === "wrongArea") return "elsewhere";
        throw error;
      }
    },
  });
}
