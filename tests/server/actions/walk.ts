import type { Permission } from "#src/kit/api/roles-and-permissions.ts";
import type { Principal } from "#src/kit/api/access.rules.ts";
import type { Call, InputOf } from "#src/kit/api/define-call.ts";
import { customerLogin } from "#src/billing/customers/customers.contract.ts";
import type { ActionRule } from "#src/kit/ui/action/action.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { TestApp } from "../app.ts";
import { request } from "../client.ts";
import type { UploadedFile } from "../client.ts";
import { addOwnRows } from "../rows.ts";
import type { OwnRows } from "../rows.ts";
import { addPerson } from "../world.ts";
import type { Person, World } from "../world.ts";

/** A viewer of a screen: a person, what the screen knows of the session, and a name for failures. */
export interface Viewer extends Principal {
  readonly name: string;
  readonly person: Person;
  readonly scope: { readonly providerUuid: string };
}

/** What an action is tried on: its subject as screens have it, and a valid input of each call by name. */
export interface Scene {
  readonly subject: unknown;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly files?: readonly UploadedFile[];
}

/** Everything a scene is made with. */
export interface Stage {
  readonly test: TestApp;
  readonly world: World;
  readonly viewer: Viewer;
  /** the viewer's own rows of everything */
  readonly rows: OwnRows;
  /** Calls as a user of the viewer's role and company who may read everything, and expects success. */
  ask<C extends Call>(call: C, input: InputOf<C>): ReturnType<typeof askAs<C>>;
}

/** How the subjects of some actions are created, one in each possible state. */
export interface SubjectWalk {
  /** the actions, as `<slice>.<name>` */
  readonly actions: readonly string[];
  readonly states: readonly string[];
  /** Creates a subject in this state for the viewer; null if this viewer never has one. */
  readonly make: (stage: Stage, state: string, action: string) => Promise<Scene | null>;
}

export async function askAs<C extends Call>(test: TestApp, { token }: Person, call: C, input: InputOf<C>) {
  const reply = await request(test.app, call, input, { token });
  if (reply.code !== 200) throw new Error(`${call.name}: ${reply.text}`);
  return reply.data;
}

function makeViewer(name: string, person: Person, permissions: readonly Permission[] = [], isReadOnly = false): Viewer {
  return { name, person, role: person.role, permissions, isReadOnly, scope: { providerUuid: person.providerUuid ?? "" } };
}

/** Lists every kind of signed-in user for one action: an operator with exactly the needed permissions, and operators who lack one. */
export async function listViewers(
  test: TestApp,
  world: World,
  all: readonly Permission[],
): Promise<(action: ActionRule<never>) => Viewer[]> {
  const { access_token } = await askAs(test, world.provider, customerLogin, { retailer_uuid: world.retailerA });
  const support: Person = { ...world.retailer, token: access_token };
  const single = new Map<string, Viewer>();
  for (const permission of all) {
    const person = {
      username: `${permission} of ${world.provider.username}`.toLowerCase().replaceAll(" ", "-"),
      role: "operator",
      providerUuid: world.providerA,
    } as const;
    single.set(
      permission,
      makeViewer(`operator with ${permission}`, await addPerson(test, { ...person, permissions: [permission] }), [permission]),
    );
  }
  const everyone = [
    // First, because later ones may end it.
    makeViewer("support session", support, [], true),
    makeViewer("provider", world.provider),
    makeViewer("operator", world.operator, all),
    ...single.values(),
    makeViewer("operator without permissions", world.idleOperator),
    makeViewer("retailer", world.retailer),
    makeViewer("site administrator", world.siteAdmin),
  ];
  return ({ calls }) => {
    const needed = new Set<string>(calls.flatMap(({ permission }) => permission ?? []));
    // Of operators with one permission: one who has a needed one, and one who has another.
    const other = all.find((permission) => !needed.has(permission));
    return everyone.filter(
      (viewer) => !viewer.name.startsWith("operator with ") || viewer.permissions.some((one) => needed.has(one) || one === other),
    );
  };
}

/** Works in the database as the staff of the viewer's supplier, or as another person. */
export function asPerson<T>(
  { test }: Stage,
  { role: kind, providerUuid, retailerUuid, userUuid }: Person,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return test.services.database.transaction({ kind, providerUuid, retailerUuid, userUuid }, work);
}

/** Creates a stage for a viewer of a world. */
export async function openStage(test: TestApp, world: World, viewer: Viewer): Promise<Stage> {
  const rows = await addOwnRows(test, viewer.person.providerUuid === null ? world.provider : viewer.person);
  // An operator with one permission may act on a subject that another permission shows: a colleague with all of them reads it.
  const reader = viewer.role === "operator" ? world.operator : viewer.person;
  return { test, world, viewer, rows, ask: (call, input) => askAs(test, reader, call, input) };
}
