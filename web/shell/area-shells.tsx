import type { RouteComponent } from "@tanstack/react-router";
import type { Area } from "#src/api/actors.ts";
import { lazily } from "../screen.tsx";

/** Creates the frame around the places of an area, with its menu; a login page does not load it. */
const createShell = (area: Area): RouteComponent =>
  lazily(async () => {
    const { AreaShell } = await import("./area-shell.tsx");
    return () => <AreaShell area={area} />;
  });

/** One component an area, so that going from one area to the other mounts a new frame. */
export const areaShells = { p: createShell("p"), ds: createShell("ds") } as const;
