import { home, updateDefaultSettings } from "#src/accounts/accounts.contract.ts";
import type { Area } from "#src/api/actors.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import type { Looks } from "#src/appearance/appearance.store.ts";
import { useAppearance } from "#src/appearance/appearance.store.ts";
import { myProviders } from "#src/providers/providers.contract.ts";
import { roleOf } from "#src/session/session.rules.ts";
import { readSession } from "#src/session/session.storage.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { clients } from "./callers.ts";
import { say } from "./problems.ts";

/** What stands at the door of an area: somebody known, somebody to get to know, or nobody. */
export type AtDoor = "known" | "unknown" | "nobody";

/** Looks who is at an area's door. A token without its role says "No login information" and is forgotten. */
export function whoIsAt(area: Area): AtDoor {
  const { sessions, people, keep } = useSessions.getState();
  if (readSession(area).kind === "broken") {
    keep(area, null);
    say("bad", ownTexts.noLoginInformation);
    return "nobody";
  }
  if (sessions[area] === null) return "nobody";
  return people[area] === null ? "unknown" : "known";
}

/**
 * Gets to know who is signed in: role, permissions, shops, and the look of choice. Asked once a session.
 * @throws CallProblem where the server does not say
 */
export async function getToKnow(area: Area): Promise<Person> {
  const client = clients[area];
  const said = await client.call(home, {});
  const role = roleOf(said.user_role);
  if (role === null) throw new Error("web: the server names a role that this version does not know");
  const person: Person = {
    username: said.username,
    role,
    displayName: said.display_name,
    permissions: said.permissions,
    providerUuid: said.provider_uuid,
    isReadOnly: said.read_only,
  };
  const { change, know, addSuppliers } = useSessions.getState();
  change(area, {
    username: said.username,
    role: said.user_role,
    relatedId: said.user_related_id,
    avatar: said.avatar_base64,
    shops: said.shops,
  });
  if (role === "dropShipper") {
    // A list that fails is an empty one: the area works without its suppliers.
    const providers = await client.call(myProviders, {}, { isQuiet: true }).catch(() => ({ result: [] }));
    addSuppliers(
      Object.fromEntries(providers.result.map(({ provider_uuid, name, is_blocked }) => [provider_uuid, { name, isBlocked: is_blocked }])),
    );
  }
  // Whoever looks at another's area for support keeps the own language and theme.
  if (!said.read_only) await wear(area, said.default_settings);
  know(area, person);
  return person;
}

/** Shows the page in the language and theme of somebody's choice. What was chosen by hand before the login is the newer choice, and is kept. */
async function wear(area: Area, kept: Looks): Promise<void> {
  const { language, theme, wishes, speak, paint } = useAppearance.getState();
  if (Object.keys(wishes).length > 0) {
    useAppearance.setState({ wishes: {} });
    await clients[area].call(updateDefaultSettings, wishes, { isQuiet: true }).catch(() => undefined);
  }
  const { defaultLanguage, defaultTheme } = { ...kept, ...wishes };
  if (theme !== defaultTheme) paint(defaultTheme);
  if (language !== defaultLanguage) await speak(defaultLanguage);
}
