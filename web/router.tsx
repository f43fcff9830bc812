import type { AnyRoute, RouteComponent } from "@tanstack/react-router";
import type { z } from "zod";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import { areas } from "#src/kit/api/roles-and-permissions.ts";
import { CallProblem } from "#src/kit/api/client.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { findArea } from "#src/kit/session/session.rules.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { isPublicPage } from "./site.ts";
import type { InitialConfiguration } from "#src/company/sites/sites.contract.ts";
import { devRoutes } from "./dev-routes.ts";
import { Failed } from "./failed.tsx";
import { getToKnow, findVisitor } from "./guard.ts";
import { isSigningOut } from "./sign-out.ts";
import type { AppRoute } from "./app-routes.ts";
import { mayVisit, findRoute, appRoutes } from "./app-routes.ts";
import { say } from "./handle-problem.ts";
import type { RouteTree } from "./router-types.ts";
import { Root } from "./root.tsx";
import { searchSchemas } from "./search-schemas.ts";
import { lazily, lazyScreen } from "./screen.tsx";
import { lazyAreaLayouts } from "./shell/lazy-area-layouts.tsx";
import { PublicLayout } from "./shell/public-layout.tsx";

type Mode = InitialConfiguration["main_function"];
type People = Readonly<Record<Area, Person | null>>;

/** Returns the login's search for an interrupted navigation, which continues after signing in. */
function wayOn(area: Area, href: string): { next?: string } {
  return href === `/${area}` || href.startsWith(`/${area}/home`) ? {} : { next: href };
}

/** The redirect to an area's login. */
function toLogin(area: Area, href: string): Error {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a redirect is thrown, and the linter wants an Error
  return redirect({ to: `/${area}/login`, search: wayOn(area, href), replace: true }) as unknown as Error;
}

/**
 * Guards an area (specification, section 4). Without a session it redirects to the login; with one it builds the permitted routes once and navigates
 * again. If building fails, the session is cleared.
 */
async function guard(area: Area, href: string): Promise<void> {
  const who = findVisitor(area);
  if (who === "nobody") {
    const { isExpired } = useSessions.getState();
    if (!isExpired && href !== `/${area}/home` && href !== `/${area}`) say("normal", clientTexts.notSignedIn);
    throw toLogin(area, href);
  }
  if (who === "known") return;
  try {
    await getToKnow(area);
    rebuild();
  } catch (error) {
    useSessions.getState().setSession(area, null);
    // A failed call has already shown its toast.
    if (!(error instanceof CallProblem)) say("bad", clientTexts.operationFailed);
    throw toLogin(area, href);
  }
  throw redirect({ href, replace: true });
}

const branchId = (area: Area): string => `area-${area}`;

/** Creates a new root each time: the router rebuilds its tables only for an unknown tree. */
function newRoot(): AnyRoute {
  return createRootRoute({ component: Root, errorComponent: Failed });
}

const searchByPath = new Map<string, z.ZodType<object>>(Object.entries(searchSchemas));

function leaf(parent: AnyRoute, one: AppRoute): AnyRoute {
  const schema = searchByPath.get(one.path);
  return createRoute({
    getParentRoute: () => parent,
    path: one.path,
    component: lazyScreen(one),
    errorComponent: Failed,
    staticData: { route: one },
    // As a function: a schema itself would be asked for its JSON Schema, which the build leaves out.
    ...(schema === undefined ? {} : { validateSearch: (search: unknown) => schema.parse(search) }),
  });
}

/** A pathless branch: the shell around the routes of an area, or around the public ones. */
function branch(
  root: AnyRoute,
  id: string,
  component: RouteComponent,
  kept: readonly AppRoute[],
  beforeLoad?: (href: string) => Promise<void>,
  further: readonly ((parent: AnyRoute) => AnyRoute)[] = [],
): AnyRoute {
  const parent = createRoute({
    getParentRoute: () => root,
    id,
    component,
    ...(beforeLoad === undefined ? {} : { beforeLoad: ({ location }: { location: { href: string } }) => beforeLoad(location.href) }),
  });
  return parent.addChildren([...kept.map((one) => leaf(parent, one)), ...further.map((make) => make(parent))]);
}

const notFoundRoute = appRoutes.find(({ path }) => path === "/404");

/** Catches unknown paths: shows the not-found page in place in home-page mode, and redirects to it otherwise. */
function catchAll(parent: AnyRoute, mode: Mode, path: string, area: Area | null): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: async ({ location }) => {
      if (mode === "Homepage") return;
      // The router matches `/p/$` for `/p` too.
      if (area !== null && location.pathname.replace(/\/+$/, "") === `/${area}`) throw redirect({ to: `/${area}/home`, replace: true });
      if (area !== null) await guard(area, location.href);
      // A signed-in person keeps the menu and the open tabs.
      throw redirect({ to: "/404", search: area === null ? {} : { area }, replace: true });
    },
    ...(notFoundRoute === undefined ? {} : { component: lazyScreen(notFoundRoute) }),
  });
}

const isGiven = (value: unknown) => value !== undefined && value !== "";

/** Redirects `/` in application mode: to the shop's login if a shop sends its hmac, else to the retailers' login. */
function mainEntrance(root: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path: "/",
    beforeLoad: ({ location }) => {
      const { hmac, shop } = location.search as Record<string, unknown>;
      const to = isGiven(hmac) && isGiven(shop) ? "/ds/erp-login" : "/ds/login";
      throw redirect({ to, search: location.search, replace: true });
    },
  });
}

/** Builds the route tree of a mode with the routes that the people signed in may open. */
function buildRouteTree(mode: Mode, people: People): AnyRoute {
  const root = newRoot();
  if (mode === "Homepage") {
    const kept = appRoutes.filter(({ isOfHomepage }) => isOfHomepage === true);
    return root.addChildren([branch(root, "public", PublicLayout, kept, undefined, [(shell) => catchAll(shell, mode, "/$", null)])]);
  }
  const open = appRoutes.filter(({ isPublic }) => isPublic === true);
  const inAreas = areas.flatMap((area): AnyRoute[] => {
    const person = people[area];
    const kept =
      person === null
        ? []
        : appRoutes.filter((one) => one.area === area && one.isPublic !== true && mayVisit(one, person.role, person.permissions));
    return [
      ...(kept.length === 0 ? [] : [branch(root, branchId(area), lazyAreaLayouts[area], kept, (href) => guard(area, href))]),
      catchAll(root, mode, `/${area}/$`, area),
    ];
  });
  return root.addChildren([
    mainEntrance(root),
    branch(root, "public", PublicLayout, open),
    ...devRoutes.map(({ path, load }) =>
      createRoute({ getParentRoute: () => root, path, component: lazily(load), errorComponent: Failed }),
    ),
    ...inAreas,
    catchAll(root, mode, "/$", null),
  ]);
}

let current: { router: ReturnType<typeof makeRouter>; mode: Mode } | null = null;

function makeRouter(mode: Mode) {
  return createRouter({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built at run time for a mode and a role; RouteTree has all
    routeTree: buildRouteTree(mode, useSessions.getState().people) as RouteTree,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failed,
    scrollRestoration: false,
  });
}

/** The people for whom the current routes were built. */
let builtFor: People = { p: null, ds: null };

/** Whether a route of an area is still rendered and must not be removed yet. */
function isDrawn({ state }: ReturnType<typeof makeRouter>, area: Area): boolean {
  return state.matches.some(({ routeId }) => routeId === `/${branchId(area)}` || routeId.startsWith(`/${branchId(area)}/`));
}

/** Rebuilds the routes for the people signed in now: once per role, and after a sign-out. */
function rebuild(): void {
  if (current === null) return;
  const { router, mode } = current;
  const { people } = useSessions.getState();
  const forWhom = (area: Area) => people[area] ?? (isDrawn(router, area) ? builtFor[area] : null);
  builtFor = { p: forWhom("p"), ds: forWhom("ds") };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built at run time for a mode and a role; RouteTree has all
  router.update({ ...router.options, routeTree: buildRouteTree(mode, builtFor) as RouteTree });
}

/** Removes the routes of people who have signed out, once none of them is rendered. */
function dropWhatIsGone(): void {
  const { people } = useSessions.getState();
  if (areas.some((area) => builtFor[area] !== null && people[area] === null)) rebuild();
}

/** Leaves the current page if the session that it belongs to has ended or belongs to somebody else now. */
function afterLeaving(router: ReturnType<typeof makeRouter>, area: Area): void {
  const { href } = router.state.location;
  if (findArea(location.pathname) !== area || findRoute(location.pathname)?.isPublic === true) return dropWhatIsGone();
  const { sessions, isExpired } = useSessions.getState();
  // Another tab signed in as somebody else: nothing on this page is theirs.
  if (sessions[area] !== null) return location.reload();
  const isWished = isSigningOut(area);
  if (!isWished && !isExpired) say("normal", clientTexts.notSignedIn);
  // No question about unsaved changes: their session is gone.
  const on = { search: isWished ? {} : wayOn(area, href), replace: true, ignoreBlocker: true };
  void router.navigate({ to: `/${area}/login`, ...on });
}

/** Creates the application's router, once `main_function` is known. */
export function startRouter(mode: Mode) {
  const router = makeRouter(mode);
  current = { router, mode };
  let before = useSessions.getState().people;
  useSessions.subscribe(({ people }) => {
    const left = areas.filter((area) => before[area] !== null && people[area] === null);
    before = people;
    for (const area of left) afterLeaving(router, area);
  });
  router.subscribe("onRendered", dropWhatIsGone);
  return router;
}

/** Navigates away after an expired login. Pages behind an area's guard redirect by themselves and remember the way back. */
export function leaveExpired(router: ReturnType<typeof makeRouter>, to: "/" | "/p/login" | "/ds/login"): void {
  const area = findArea(location.pathname);
  if (to === `/${area}/login` && findRoute(location.pathname)?.isPublic !== true) return;
  if (isPublicPage(to)) return location.assign(to);
  void router.navigate({ to, replace: true, ignoreBlocker: true });
}
