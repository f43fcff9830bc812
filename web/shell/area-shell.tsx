import { useEffect, useMemo } from "react";
import type { Area } from "#src/api/actors.ts";
import { CallerContext } from "#src/api/caller.tsx";
import { useSessions } from "#src/session/session.store.ts";
import { openConnection } from "../connection.ts";
import { AreaFrame } from "./area-frame.tsx";
import { callerOf } from "./caller-of.ts";

/** The frame around every place of an area, who calls in it, and its connection to what happens on the server. */
export function AreaShell({ area }: { area: Area }) {
  const person = useSessions(({ people }) => people[area]);
  const caller = useMemo(() => (person === null ? null : callerOf(area, person)), [area, person]);
  const username = person?.username ?? null;
  useEffect(() => (username === null ? undefined : openConnection(area)), [area, username]);
  // Somebody has just left: the guard is on its way.
  if (caller === null || person === null) return null;
  return (
    <CallerContext value={caller}>
      <AreaFrame area={area} person={person} />
    </CallerContext>
  );
}
