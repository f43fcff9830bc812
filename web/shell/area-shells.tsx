import type { RouteComponent } from "@tanstack/react-router";
import type { Area } from "#src/api/actors.ts";
import { lazily } from "../screen.tsx";

/** The frame around the places of an area, with its menu: whoever comes to a login does without it. */
const createShell = (area: Area): RouteComponent =>
  lazily(async () => {
    const { AreaShell } = await import("./area-shell.tsx");
    return () => <AreaShell area={area} />;
  });

/** One frame an area: an identity of its own, so that going from one area to the other draws it anew. */
export const areaShells = { p: createShell("p"), ds: createShell("ds") } as const;
