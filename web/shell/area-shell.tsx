import { useEffect, useMemo } from "react";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { CallerContext } from "#src/kit/api/call-hooks.tsx";
import { useSessions } from "#src/kit/session/session.store.ts";
import { openConnection } from "../connection.ts";
import { AreaFrame } from "./area-frame.tsx";
import { getAreaCaller } from "./caller-of.ts";

/** The shell of an area: provides its caller, opens its connection to the server's events, and draws the frame. */
export function AreaShell({ area }: { area: Area }) {
  const person = useSessions(({ people }) => people[area]);
  const caller = useMemo(() => (person === null ? null : getAreaCaller(area, person)), [area, person]);
  const username = person?.username ?? null;
  useEffect(() => (username === null ? undefined : openConnection(area)), [area, username]);
  // The person has just signed out: the guard is about to redirect.
  if (caller === null || person === null) return null;
  return (
    <CallerContext value={caller}>
      <AreaFrame area={area} person={person} />
    </CallerContext>
  );
}
