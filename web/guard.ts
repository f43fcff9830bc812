import { home, updateDefaultSettings } from "#src/company/accounts/accounts.contract.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import type { SavedAppearance } from "#src/company/appearance/appearance.store.ts";
import { useAppearance } from "#src/company/appearance/appearance.store.ts";
import { myProviders } from "#src/company/providers/providers.contract.ts";
import { readRole } from "#src/kit/session/session.rules.ts";
import { readSession } from "#src/kit/session/session.storage.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { clients } from "./area-clients.ts";
import { say } from "./handle-problem.ts";

/** The state of an area's session: a known person, a token whose person is not loaded yet, or nobody. */
export type AtDoor = "known" | "unknown" | "nobody";

/** Checks an area's session. A token without its role shows "No login information" and is deleted. */
export function findVisitor(area: Area): AtDoor {
  const { sessions, people, setSession } = useSessions.getState();
  if (readSession(area).kind === "broken") {
    setSession(area, null);
    say("bad", clientTexts.noLoginInformation);
    return "nobody";
  }
  if (sessions[area] === null) return "nobody";
  return people[area] === null ? "unknown" : "known";
}

/**
 * Loads the person signed in: role, permissions, shops, language and theme. Runs once per session.
 * @throws CallProblem if the server does not answer
 */
export async function getToKnow(area: Area): Promise<Person> {
  const client = clients[area];
  const said = await client.call(home, {});
  const role = readRole(said.user_role);
  if (role === null) throw new Error("web: the server names a role that this version does not know");
  const person: Person = {
    username: said.username,
    role,
    displayName: said.display_name,
    permissions: said.permissions,
    providerUuid: said.provider_uuid,
    isReadOnly: said.read_only,
  };
  const { change, setPerson, addSuppliers } = useSessions.getState();
  change(area, {
    username: said.username,
    role: said.user_role,
    relatedId: said.user_related_id,
    avatar: said.avatar_base64,
    shops: said.shops,
  });
  if (role === "dropShipper") {
    // A failed list counts as empty: the area works without its suppliers.
    const providers = await client.call(myProviders, {}, { isQuiet: true }).catch(() => ({ result: [] }));
    addSuppliers(
      Object.fromEntries(providers.result.map(({ provider_uuid, name, is_blocked }) => [provider_uuid, { name, isBlocked: is_blocked }])),
    );
  }
  // A support session keeps the supporter's own language and theme.
  if (!said.read_only) await wear(area, said.default_settings);
  setPerson(area, person);
  return person;
}

/** Applies a person's language and theme. A choice made by hand before the login is newer and is saved instead. */
async function wear(area: Area, kept: SavedAppearance): Promise<void> {
  const { language, theme, choices: wishes, setLanguage: speak, setTheme: paint } = useAppearance.getState();
  if (Object.keys(wishes).length > 0) {
    useAppearance.setState({ choices: {} });
    await clients[area].call(updateDefaultSettings, wishes, { isQuiet: true }).catch(() => undefined);
  }
  const { defaultLanguage, defaultTheme } = { ...kept, ...wishes };
  if (theme !== defaultTheme) paint(defaultTheme);
  if (language !== defaultLanguage) await speak(defaultLanguage);
}
