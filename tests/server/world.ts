import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import type { Permission, Role, SessionArea } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { actAs, anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { createToken, hashToken } from "#server/platform/http/authenticate.ts";
import { hashPassword } from "#server/platform/runtime/passwords.ts";
import type { TestApp } from "./app.ts";

export const testPassword = "Right-Horse-7";

/** A person with an open session. */
export interface Person {
  userUuid: string;
  username: string;
  role: Role;
  providerUuid: string | null;
  retailerUuid: string | null;
  token: string;
  sessionUuid: string;
}

/** Two providers with their people, added to the database: the calls that create them have their own tests. */
export interface World {
  providerA: string;
  providerB: string;
  retailerA: string;
  retailerA2: string;
  retailerB: string;
  /** provider A's people */
  provider: Person;
  operator: Person;
  /** an operator of A without permissions */
  idleOperator: Person;
  retailer: Person;
  /** another retailer of A */
  otherRetailer: Person;
  /** provider B's people */
  foreignProvider: Person;
  foreignOperator: Person;
  foreignRetailer: Person;
  customer: Person;
  otherCustomer: Person;
  siteAdmin: Person;
}

let hashOnce: Promise<string> | null = null;

interface NewPerson {
  username: string;
  role: Role;
  providerUuid?: string;
  retailerUuid?: string;
  permissions?: readonly Permission[];
  area?: SessionArea;
}

function areaOf(role: Role): SessionArea {
  if (role === "dropShipper") return "ds";
  return role === "customer" ? "customer" : "p";
}

/** Adds a user with an open session. */
export async function addPerson(test: TestApp, person: NewPerson): Promise<Person> {
  const passwordHash = await usualHash();
  const [added] = await test.services.database.transaction(anonymous, (tx) => addPeople(test, tx, passwordHash, [person]));
  if (added === undefined) throw new Error("nobody was added");
  return added;
}

function usualHash(): Promise<string> {
  return (hashOnce ??= hashPassword(testPassword));
}

/** Adds users with open sessions in a few statements, because there are hundreds of worlds. The transaction ends with the identity `anonymous`. */
async function addPeople({ services }: TestApp, tx: Tx, passwordHash: string, people: readonly NewPerson[]): Promise<Person[]> {
  const now = services.clock.now();
  const added = people.map((person) => ({
    userUuid: newId(),
    username: person.username,
    role: person.role,
    providerUuid: person.providerUuid ?? null,
    retailerUuid: person.retailerUuid ?? null,
    token: createToken(),
    sessionUuid: newId(),
  }));
  const users = added.map(({ userUuid, username, role, retailerUuid, providerUuid }) => ({
    user_uuid: userUuid,
    username,
    password_hash: passwordHash,
    role,
    related_uuid: retailerUuid ?? providerUuid,
    email: `${username}@example.test`,
  }));
  await tx.insertInto("app_user").values(users).execute();
  const sessions = added.map(({ userUuid, sessionUuid, token, role, providerUuid }, at) => ({
    session_uuid: sessionUuid,
    user_uuid: userUuid,
    area: people[at]?.area ?? areaOf(role),
    token_hash: hashToken(token),
    provider_uuid: providerUuid,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + 2 * 3_600_000),
    ends_at: new Date(now.getTime() + 30 * 24 * 3_600_000),
  }));
  await tx.insertInto("session").values(sessions).execute();
  await addGrants(tx, added, people);
  return added;
}

/** Adds the operators' permissions: all by default. */
async function addGrants(tx: Tx, added: readonly Person[], people: readonly NewPerson[]): Promise<void> {
  const grants = added.flatMap(({ role, providerUuid, userUuid }, at) => {
    if (role !== "operator" || providerUuid === null) return [];
    const granted = people[at]?.permissions ?? permissions;
    return granted.map((permission) => ({ provider_uuid: providerUuid, user_uuid: userUuid, permission }));
  });
  for (const providerUuid of new Set(grants.map(({ provider_uuid }) => provider_uuid))) {
    actAs(tx, { kind: "provider", providerUuid });
    const own = grants.filter(({ provider_uuid }) => provider_uuid === providerUuid);
    await tx.insertInto("operator_grant").values(own).execute();
  }
  actAs(tx, anonymous);
}

/** Binds an operator to warehouses of its provider; to none for all. */
export async function bindOperator(
  { services }: TestApp,
  { providerUuid, userUuid }: Person,
  warehouseUuids: readonly string[],
): Promise<void> {
  const provider_uuid = providerUuid ?? "";
  await services.database.transaction({ kind: "provider", providerUuid }, async (tx) => {
    await tx.deleteFrom("operator_warehouse").where("user_uuid", "=", userUuid).execute();
    const rows = warehouseUuids.map((warehouse_uuid) => ({ provider_uuid, user_uuid: userUuid, warehouse_uuid }));
    if (rows.length > 0) await tx.insertInto("operator_warehouse").values(rows).execute();
  });
}

/** Adds a provider, or a retailer of one. */
export async function addProvider(tx: Tx, name: string): Promise<string> {
  const providerUuid = newId();
  await tx.insertInto("provider").values({ provider_uuid: providerUuid, name, country_code: "CN" }).execute();
  await tx.insertInto("company").values({ owner_uuid: providerUuid }).execute();
  return providerUuid;
}

export async function addRetailer(tx: Tx, name: string, providerUuid: string): Promise<string> {
  const retailerUuid = newId();
  await tx.insertInto("retailer").values({ retailer_uuid: retailerUuid, name, country_code: "US" }).execute();
  await tx.insertInto("company").values({ owner_uuid: retailerUuid }).execute();
  await tx.insertInto("retailer_provider").values({ provider_uuid: providerUuid, retailer_uuid: retailerUuid }).execute();
  return retailerUuid;
}

/** Creates the usual people. Names are unique in a database: a second world needs a tag. */
export async function makeWorld(test: TestApp, tag = ""): Promise<World> {
  const passwordHash = await usualHash();
  return test.services.database.transaction(anonymous, async (tx) => {
    const providerA = await addProvider(tx, `Supplier Alpha${tag}`);
    const providerB = await addProvider(tx, `Supplier Beta${tag}`);
    const retailerA = await addRetailer(tx, "Retailer One", providerA);
    const retailerA2 = await addRetailer(tx, "Retailer Two", providerA);
    const retailerB = await addRetailer(tx, "Retailer Three", providerB);
    const ids = { providerA, providerB, retailerA, retailerA2, retailerB };
    const ofA = { providerUuid: providerA };
    const ofB = { providerUuid: providerB };
    const people = {
      provider: { username: "alpha-provider", role: "provider", ...ofA },
      operator: { username: "alpha-operator", role: "operator", ...ofA },
      idleOperator: { username: "alpha-idle", role: "operator", ...ofA, permissions: [] },
      retailer: { username: "retailer-one", role: "dropShipper", ...ofA, retailerUuid: retailerA },
      otherRetailer: { username: "retailer-two", role: "dropShipper", ...ofA, retailerUuid: retailerA2 },
      foreignProvider: { username: "beta-provider", role: "provider", ...ofB },
      foreignOperator: { username: "beta-operator", role: "operator", ...ofB },
      foreignRetailer: { username: "retailer-three", role: "dropShipper", ...ofB, retailerUuid: retailerB },
      customer: { username: "customer-one", role: "customer" },
      otherCustomer: { username: "customer-two", role: "customer" },
      siteAdmin: { username: "site-admin", role: "siteAdmin" },
    } satisfies Record<string, NewPerson>;
    const tagged = Object.values<NewPerson>(people).map((person) => ({ ...person, username: person.username + tag }));
    const added = await addPeople(test, tx, passwordHash, tagged);
    const named = Object.keys(people).map((name, at) => [name, added[at]]);
    return { ...ids, ...(Object.fromEntries(named) as Record<keyof typeof people, Person>) };
  });
}
