import type { RouteComponent } from "@tanstack/react-router";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { lazily } from "../screen.tsx";

/** Creates the lazily loaded layout of an area; a login page does not load it. */
const createLayout = (area: Area): RouteComponent =>
  lazily(async () => {
    const { AreaLayout } = await import("./area-layout.tsx");
    return () => <AreaLayout area={area} />;
  });

/** One component per area, so that changing the area mounts a new layout. */
export const lazyAreaLayouts = { p: createLayout("p"), ds: createLayout("ds") } as const;
