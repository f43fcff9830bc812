// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { Person } from "#src/kit/session/session.store.ts";
import { useSessions } from "#src/kit/session/session.store.ts";
import { startRouter } from "./router.tsx";
import { searchSchemas } from "./search-schemas.ts";

const uuid = "0190a0a0-0000-7000-8000-000000000001";
const person: Omit<Person, "role"> = { username: "ann", displayName: "Ann", permissions: [], providerUuid: uuid, isReadOnly: false };

/** Starts the application at an address, and returns what its screen reads of the search and the address that the next navigation leaves. */
function open(href: string) {
  // Only a site administrator has a profile in both areas; the other pages are for a provider and a retailer.
  const roles: readonly [Role, Role] = href.includes("/profile") ? ["siteAdmin", "siteAdmin"] : ["provider", "dropShipper"];
  useSessions.setState({ people: { p: { ...person, role: roles[0] }, ds: { ...person, role: roles[1] } } });
  history.replaceState(null, "", href);
  const router = startRouter("Application");
  const matches = router.matchRoutes(router.latestLocation);
  const screen = matches.at(-1);
  return {
    route: screen?.fullPath,
    error: matches.find(({ searchError }) => searchError !== undefined)?.searchError,
    search: Object.fromEntries(Object.entries(screen?.search ?? {}).filter(([, value]) => value !== undefined)),
    next: router.buildLocation({ to: ".", search: (old) => old }).href,
  };
}

describe("an invalid search parameter", () => {
  test.each([
    ["a page that is no number", "/p/audit-log?page=abc", "/p/audit-log"],
    ["a page below the first", "/p/product?page=0", "/p/product"],
    ["an id that is no UUID", "/p/stock?variant=abc&owner=7", "/p/stock"],
    ["an unknown tab", "/ds/catalogue?tab=other", "/ds/catalogue"],
    ["a parameter given twice", "/p/reports?days=last7&days=last90", "/p/reports"],
    ["an unknown word of a public page", "/p/login?from=other", "/p/login"],
  ])("is ignored, and removed from the address by the next navigation: %s", (_what, href, path) => {
    expect(open(href)).toEqual({ route: path, error: undefined, search: {}, next: path });
  });

  test("does not affect valid ones", () => {
    expect(open(`/p/audit-log?page=abc&user_uuid=${uuid}`)).toMatchObject({
      search: { user_uuid: uuid },
      next: `/p/audit-log?user_uuid=${uuid}`,
    });
    expect(open(`/p/audit-log?page=7&user_uuid=abc`)).toMatchObject({ search: { page: 7 }, next: "/p/audit-log?page=7" });
  });

  test.each(Object.entries(searchSchemas))("breaks no screen: %s", (path, schema) => {
    // A filter of the list, which passes it on: the server refuses a wrong value, and the list shows why.
    const names = Object.keys(schema.shape).filter((name) => name !== "unmeasured");
    const search = names.map((name) => `${name}=${encodeURIComponent('{"a":[1]}')}`).join("&");
    expect(open(`${path}?${search}`)).toEqual({ route: path, error: undefined, search: {}, next: path });
  });
});
