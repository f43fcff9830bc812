import type { Permission, Role } from "#src/kit/api/roles-and-permissions.ts";
import { mayEnter } from "#src/kit/api/roles-and-permissions.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import type { MenuEntry, ShownEntry } from "../../web/menu.ts";
import type { AppRoute } from "../../web/app-routes.ts";

// Each check takes its subject and returns its faults in words, so that tests can also feed it faulty input.

/** Compares two lists. */
export function differences(name: string, found: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((one) => !found.includes(one)).map((one) => `${name}: ${one} is missing`),
    ...found.filter((one) => !wanted.includes(one)).map((one) => `${name}: ${one} is too many`),
    ...repeated(found).map((one) => `${name}: ${one} is there twice`),
  ];
}

function repeated(words: readonly string[]): string[] {
  return words.filter((word, at) => words.indexOf(word) !== at);
}

/** Each place has a screen or comes later, but not both, and neither names an unknown place. */
export function homelessPlaces(names: readonly string[], screens: readonly string[], later: readonly string[]): string[] {
  return [
    ...names
      .filter((name) => !screens.includes(name) && !later.includes(name))
      .map((name) => `${name} has no screen and is not in later.ts`),
    ...names.filter((name) => screens.includes(name) && later.includes(name)).map((name) => `${name} has a screen and is in later.ts`),
    ...screens.filter((name) => !names.includes(name)).map((name) => `screens.ts names ${name}, which is no place`),
    ...later.filter((name) => !names.includes(name)).map((name) => `later.ts names ${name}, which is no place`),
    ...repeated(later).map((name) => `later.ts names ${name} twice`),
  ];
}

/** Lists all entries of a menu, including those in groups. */
export function allEntries(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...allEntries(entry.children ?? [])]);
}

/** Each entry is a group or leads to a place of its area. */
export function strayEntries(entries: readonly MenuEntry[], places: readonly AppRoute[]): string[] {
  const all = allEntries(entries);
  const leads = all.flatMap(({ id, p, ds }) =>
    Object.entries({ p, ds }).flatMap(([area, href]) => {
      const place = places.find(({ path }) => path === href?.split("?", 1)[0]);
      if (href === undefined || (place?.area === area && place.isPublic !== true)) return [];
      return [`menu entry ${id} leads to ${href}, which is no place of /${area}`];
    }),
  );
  const empty = all.filter(
    ({ p, ds, children }) => (children === undefined || children.length === 0) === (p === undefined && ds === undefined),
  );
  return [...leads, ...empty.map(({ id }) => `menu entry ${id} is neither a group nor a place`), ...repeated(all.map(({ id }) => id))];
}

/** Lists the paths of a shown menu. */
export function pathsOf(entries: readonly ShownEntry[]): string[] {
  return entries.flatMap(({ href, children }) => [...(href === null ? [] : [href.split("?", 1)[0] ?? ""]), ...pathsOf(children)]);
}

/** Finds places somebody may visit that no menu shows, and shown ones they may not visit. */
export function unreachable(shown: readonly string[], mayVisit: readonly string[], elsewhere: readonly string[]): string[] {
  return [
    ...mayVisit.filter((path) => !shown.includes(path) && !elsewhere.includes(path)).map((path) => `${path} is in no menu`),
    ...shown.filter((path) => !mayVisit.includes(path)).map((path) => `${path} is in the menu of somebody who may not go there`),
  ];
}

/** Returns the text at a dotted key; undefined if missing. */
export function textAt(catalogue: object, key: string): unknown {
  return key.split(".").reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], catalogue);
}

/** Lists titles missing from a catalogue. */
export function untitled(keys: readonly string[], catalogue: object): string[] {
  return keys.filter((key) => typeof textAt(catalogue, key) !== "string" || textAt(catalogue, key) === "");
}

/** A call that a screen's file imports from a contract. */
export interface UsedCall {
  readonly call: Call;
  /** the importing file, from the root */
  readonly file: string;
  /** whether a file of the screen checks `mayCall` first */
  readonly isAsked: boolean;
}

const rolesOf = ({ area, roles, isPublic }: AppRoute, all: readonly Role[]): readonly Role[] =>
  (isPublic === true ? all : (roles ?? all)).filter((role) => area === null || mayEnter(role, area));

/**
 * Checks a screen's calls against the people who may open it: the server knows each call, somebody at one of the places may make it, and so may each
 * operator who may go there,
 * unless the screen, which may be in both areas, checks first.
 */
export function callFaults(
  screen: string,
  at: readonly AppRoute[],
  used: readonly UsedCall[],
  known: readonly Call[],
  all: readonly Role[],
): string[] {
  const mayGo = (role: Role) => at.some((place) => rolesOf(place, all).includes(role));
  return used.flatMap(({ call, file, isAsked }) => {
    if (!known.includes(call)) return [`${screen}: ${call.name} of ${file} is not in server/calls.ts`];
    if (call.roles === "anyone") return [];
    if (!call.roles.some(mayGo)) return isAsked ? [] : [`${screen}: nobody who may go there may make ${call.name} of ${file}`];
    const needs: Permission | undefined = call.permission;
    const opens = at.filter((place) => rolesOf(place, all).includes("operator") && place.permission !== needs);
    if (needs === undefined || isAsked || opens.length === 0) return [];
    return [`${screen}: ${call.name} of ${file} wants the permission ${needs}, ${opens[0]?.path} lets operators in without it`];
  });
}

/** What only the client, the start and the socket may use: screens use `useCallQuery`, `useCallMutation`, a list or a form. */
const ownRequests = /\bfetch\(|\bXMLHttpRequest\b|(?:\bnew |\?\? )(?:WebSocket|EventSource)\b|\baxios\b|\bcreateClient\(|\bsendBeacon\(/g;

/** Finds the requests a source makes itself, ignoring comments. */
export function requestsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "$1");
  return [...code.matchAll(ownRequests)].map(([found]) => found);
}
