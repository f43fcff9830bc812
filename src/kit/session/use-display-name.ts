import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useSessions } from "./session.store.ts";

/** Returns the display name of the signed-in user; the username if there is none. */
export function useDisplayName(): string {
  const { scope, area } = useCaller();
  const person = useSessions(({ people }) => (area === null ? null : people[area]));
  return person?.username === scope.username && person.displayName !== "" ? person.displayName : scope.username;
}
