import type { AnyContext, RootRoute, Route } from "@tanstack/react-router";
import type { createRouter } from "@tanstack/react-router";
import type { Path } from "./app-routes.ts";
import type { SearchSchemaOf } from "./search-schemas.ts";

type RouteAt<P extends string> = Route<unknown, RootRoute, P, P, P, P, SearchSchemaOf<P>>;
type Routes = { [P in Path | "/" | "/dev/ui"]: RouteAt<P> };

/**
 * Every route that a router of this application may have, as types. A router has fewer at run time: its routes are built for a mode and for whoever is
 * signed in.
 */
export type RouteTree = RootRoute<unknown, undefined, object, AnyContext, AnyContext, object, undefined, Routes>;

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createRouter<RouteTree>>;
  }
}
