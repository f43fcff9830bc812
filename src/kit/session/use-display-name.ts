import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { useSessions } from "./session.store.ts";

/** The name by which colleagues know the person who is signed in; the username where there is no other. */
export function useDisplayName(): string {
  const { scope, area } = useCaller();
  const person = useSessions(({ people }) => (area === null ? null : people[area]));
  return person?.username === scope.username && person.displayName !== "" ? person.displayName : scope.username;
}
