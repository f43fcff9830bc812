import type { RouteComponent } from "@tanstack/react-router";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { lazily } from "../screen.tsx";

/** Creates the lazily loaded shell of an area; a login page does not load it. */
const createShell = (area: Area): RouteComponent =>
  lazily(async () => {
    const { AreaShell } = await import("./area-shell.tsx");
    return () => <AreaShell area={area} />;
  });

/** One component per area, so that changing the area mounts a new shell. */
export const areaShells = { p: createShell("p"), ds: createShell("ds") } as const;
