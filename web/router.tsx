import type { AnyRoute, RouteComponent } from "@tanstack/react-router";
import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { Area } from "#src/api/actors.ts";
import { areas } from "#src/api/actors.ts";
import { CallProblem } from "#src/api/client.ts";
import { ownTexts } from "#src/api/own-texts.ts";
import { areaOf } from "#src/session/session.rules.ts";
import type { Person } from "#src/session/session.store.ts";
import { useSessions } from "#src/session/session.store.ts";
import { isPublicPage } from "./site.ts";
import type { InitialConfiguration } from "#src/sites/sites.contract.ts";
import { devPlaces } from "./dev-places.ts";
import { Failed } from "./failed.tsx";
import { getToKnow, whoIsAt } from "./guard.ts";
import { isSigningOut } from "./leaving.ts";
import type { Place } from "./places.ts";
import { mayVisit, placeAt, places } from "./places.ts";
import { say } from "./problems.ts";
import { Root } from "./root.tsx";
import { lazily, lazyScreen } from "./screen.tsx";
import { areaShells } from "./shell/area-shells.tsx";
import { PublicShell } from "./shell/public-shell.tsx";

type Mode = InitialConfiguration["main_function"];
type People = Readonly<Record<Area, Person | null>>;

/** What an area's login is told of the way that was cut short: after it, the way goes on. */
function wayOn(area: Area, href: string): { next?: string } {
  return href === `/${area}` || href.startsWith(`/${area}/home`) ? {} : { next: href };
}

/** Where an area's guard sends somebody who is not signed in. */
function toLogin(area: Area, href: string): Error {
  return redirect({ to: `/${area}/login`, search: wayOn(area, href), replace: true }) as unknown as Error;
}

/**
 * The guard of an area (specification, section 4): nobody goes to the login; for somebody the permitted routes are built once and navigation
 * begins anew. Where building fails the session is cleared.
 */
async function guard(area: Area, href: string): Promise<void> {
  const who = whoIsAt(area);
  if (who === "nobody") {
    const { isExpired } = useSessions.getState();
    if (!isExpired && href !== `/${area}/home` && href !== `/${area}`) say("normal", ownTexts.notSignedIn);
    throw toLogin(area, href);
  }
  if (who === "known") return;
  try {
    await getToKnow(area);
    rebuild();
  } catch (error) {
    useSessions.getState().keep(area, null);
    // A failed call has said its sentence already.
    if (!(error instanceof CallProblem)) say("bad", ownTexts.operationFailed);
    throw toLogin(area, href);
  }
  throw redirect({ href, replace: true });
}

const branchId = (area: Area): string => `area-${area}`;

/** A new root each time: the router builds its tables anew only for a tree that it does not know. */
function newRoot(): AnyRoute {
  return createRootRoute({ component: Root, errorComponent: Failed });
}

function leaf(parent: AnyRoute, one: Place): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: one.path,
    component: lazyScreen(one),
    errorComponent: Failed,
    staticData: { place: one },
  });
}

/** A branch without a path of its own: the shell around the places of an area, or around public ones. */
function branch(
  root: AnyRoute,
  id: string,
  component: RouteComponent,
  kept: readonly Place[],
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

const notFoundPlace = places.find(({ path }) => path === "/404");

/** What answers an unknown path: the not-found page in place on the home page, a redirect to it in the application. */
function catchAll(parent: AnyRoute, mode: Mode, path: string, area: Area | null): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: async ({ location }) => {
      if (mode === "Homepage") return;
      // The router takes `/p/$` for `/p` as well.
      if (area !== null && location.pathname.replace(/\/+$/, "") === `/${area}`) throw redirect({ to: `/${area}/home`, replace: true });
      if (area !== null) await guard(area, location.href);
      // Whoever is signed in keeps menu and open pages.
      throw redirect({ to: "/404", search: area === null ? {} : { area }, replace: true });
    },
    ...(notFoundPlace === undefined ? {} : { component: lazyScreen(notFoundPlace) }),
  });
}

const isGiven = (value: unknown) => value !== undefined && value !== "";

/** Where `/` leads in application mode: a shop that sends somebody with its hmac to the shop's login, anybody else to the retailers'. */
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

/** The route tree of a mode, with the places that those who are signed in may visit. */
function treeOf(mode: Mode, people: People): AnyRoute {
  const root = newRoot();
  if (mode === "Homepage") {
    const kept = places.filter(({ isOfHomepage }) => isOfHomepage === true);
    return root.addChildren([branch(root, "public", PublicShell, kept, undefined, [(shell) => catchAll(shell, mode, "/$", null)])]);
  }
  const open = places.filter(({ isPublic }) => isPublic === true);
  const inAreas = areas.flatMap((area): AnyRoute[] => {
    const person = people[area];
    const kept =
      person === null
        ? []
        : places.filter((one) => one.area === area && one.isPublic !== true && mayVisit(one, person.role, person.permissions));
    return [
      ...(kept.length === 0 ? [] : [branch(root, branchId(area), areaShells[area], kept, (href) => guard(area, href))]),
      catchAll(root, mode, `/${area}/$`, area),
    ];
  });
  return root.addChildren([
    mainEntrance(root),
    branch(root, "public", PublicShell, open),
    ...devPlaces.map(({ path, load }) =>
      createRoute({ getParentRoute: () => root, path, component: lazily(load), errorComponent: Failed }),
    ),
    ...inAreas,
    catchAll(root, mode, "/$", null),
  ]);
}

let current: { router: ReturnType<typeof makeRouter>; mode: Mode } | null = null;

function makeRouter(mode: Mode) {
  return createRouter({
    routeTree: treeOf(mode, useSessions.getState().people),
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failed,
    scrollRestoration: false,
  });
}

/** Who the routes in force were built for. */
let builtFor: People = { p: null, ds: null };

/** Whether something of an area is still drawn: its routes must not go before it. */
function isDrawn({ state }: ReturnType<typeof makeRouter>, area: Area): boolean {
  return state.matches.some(({ routeId }) => routeId === `/${branchId(area)}` || routeId.startsWith(`/${branchId(area)}/`));
}

/** Builds the routes anew for whoever is signed in now: once a role, and again when somebody leaves. */
function rebuild(): void {
  if (current === null) return;
  const { router, mode } = current;
  const { people } = useSessions.getState();
  const forWhom = (area: Area) => people[area] ?? (isDrawn(router, area) ? builtFor[area] : null);
  builtFor = { p: forWhom("p"), ds: forWhom("ds") };
  router.update({ ...router.options, routeTree: treeOf(mode, builtFor) });
}

/** The routes of somebody who has left go once nothing of them is drawn any more. */
function dropWhatIsGone(): void {
  const { people } = useSessions.getState();
  if (areas.some((area) => builtFor[area] !== null && people[area] === null)) rebuild();
}

/** Somebody of the area has left, or is somebody else now: what that means for the page in sight. */
function afterLeaving(router: ReturnType<typeof makeRouter>, area: Area): void {
  const { href } = router.state.location;
  if (areaOf(location.pathname) !== area || placeAt(location.pathname)?.isPublic === true) return dropWhatIsGone();
  const { sessions, isExpired } = useSessions.getState();
  // Signed in as somebody else in another tab: nothing of the page in sight is theirs.
  if (sessions[area] !== null) return location.reload();
  const isWished = isSigningOut(area);
  if (!isWished && !isExpired) say("normal", ownTexts.notSignedIn);
  // Nobody is asked about unsaved changes any more: the session they belong to is gone.
  const on = { search: isWished ? {} : wayOn(area, href), replace: true, ignoreBlocker: true };
  void router.navigate({ to: `/${area}/login`, ...on });
}

/** The router of the application; made once `main_function` is known. */
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

/** Where an expired login leads. From a page behind an area's guard whoever leaves goes there anyway, and the way back is remembered. */
export function leaveExpired(router: ReturnType<typeof makeRouter>, to: "/" | "/p/login" | "/ds/login"): void {
  const area = areaOf(location.pathname);
  if (to === `/${area}/login` && placeAt(location.pathname)?.isPublic !== true) return;
  if (isPublicPage(to)) return location.assign(to);
  void router.navigate({ to, replace: true, ignoreBlocker: true });
}
