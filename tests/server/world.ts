import { permissions } from "#src/api/actors.ts";
import type { Permission, Role, SessionArea } from "#src/api/actors.ts";
import { newId } from "#server/clock.ts";
import { actAs, gate } from "#server/db/acting.ts";
import type { Tx } from "#server/db/tx.ts";
import { newToken, tokenHash } from "#server/http/authenticate.ts";
import { hashPassword } from "#server/passwords.ts";
import type { TestApp } from "./app.ts";

export const testPassword = "Right-Horse-7";

/** Someone with an open session. */
export interface Person {
  userUuid: string;
  username: string;
  role: Role;
  providerUuid: string | null;
  retailerUuid: string | null;
  token: string;
  sessionUuid: string;
}

/** Two providers with their people, straight in the database: the calls that make them have tests of their own. */
export interface World {
  providerA: string;
  providerB: string;
  retailerA: string;
  retailerA2: string;
  retailerB: string;
  /** provider A's people */
  provider: Person;
  operator: Person;
  /** an operator of A who may do nothing */
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
export async function addPerson({ services }: TestApp, person: NewPerson): Promise<Person> {
  hashOnce ??= hashPassword(testPassword);
  const passwordHash = await hashOnce;
  const now = services.clock.now();
  const userUuid = newId();
  const sessionUuid = newId();
  const token = newToken();
  const relatedUuid = person.retailerUuid ?? person.providerUuid ?? null;
  const area = person.area ?? areaOf(person.role);
  await services.database.transaction(gate, async (tx) => {
    await tx
      .insertInto("app_user")
      .values({
        user_uuid: userUuid,
        username: person.username,
        password_hash: passwordHash,
        role: person.role,
        related_uuid: relatedUuid,
        email: `${person.username}@example.test`,
      })
      .execute();
    await tx
      .insertInto("session")
      .values({
        session_uuid: sessionUuid,
        user_uuid: userUuid,
        area,
        token_hash: tokenHash(token),
        provider_uuid: person.providerUuid ?? null,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + 2 * 3_600_000),
        ends_at: new Date(now.getTime() + 30 * 24 * 3_600_000),
      })
      .execute();
    if (person.role === "operator" && person.providerUuid !== undefined) {
      await actAs(tx, { kind: "provider", providerUuid: person.providerUuid });
      for (const permission of person.permissions ?? permissions)
        await tx.insertInto("operator_grant").values({ provider_uuid: person.providerUuid, user_uuid: userUuid, permission }).execute();
    }
  });
  return {
    userUuid,
    username: person.username,
    role: person.role,
    providerUuid: person.providerUuid ?? null,
    retailerUuid: person.retailerUuid ?? null,
    token,
    sessionUuid,
  };
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

/** The usual people. Names are unique in a database: a second world needs a tag. */
export async function makeWorld(test: TestApp, tag = ""): Promise<World> {
  const ids = await test.services.database.transaction(gate, async (tx) => {
    const providerA = await addProvider(tx, `Supplier Alpha${tag}`);
    const providerB = await addProvider(tx, `Supplier Beta${tag}`);
    return {
      providerA,
      providerB,
      retailerA: await addRetailer(tx, "Retailer One", providerA),
      retailerA2: await addRetailer(tx, "Retailer Two", providerA),
      retailerB: await addRetailer(tx, "Retailer Three", providerB),
    };
  });
  const { providerA, providerB, retailerA, retailerA2, retailerB } = ids;
  return {
    ...ids,
    provider: await addPerson(test, { username: `alpha-provider${tag}`, role: "provider", providerUuid: providerA }),
    operator: await addPerson(test, { username: `alpha-operator${tag}`, role: "operator", providerUuid: providerA }),
    idleOperator: await addPerson(test, { username: `alpha-idle${tag}`, role: "operator", providerUuid: providerA, permissions: [] }),
    retailer: await addPerson(test, {
      username: `retailer-one${tag}`,
      role: "dropShipper",
      providerUuid: providerA,
      retailerUuid: retailerA,
    }),
    otherRetailer: await addPerson(test, {
      username: `retailer-two${tag}`,
      role: "dropShipper",
      providerUuid: providerA,
      retailerUuid: retailerA2,
    }),
    foreignProvider: await addPerson(test, { username: `beta-provider${tag}`, role: "provider", providerUuid: providerB }),
    foreignOperator: await addPerson(test, { username: `beta-operator${tag}`, role: "operator", providerUuid: providerB }),
    foreignRetailer: await addPerson(test, {
      username: `retailer-three${tag}`,
      role: "dropShipper",
      providerUuid: providerB,
      retailerUuid: retailerB,
    }),
    customer: await addPerson(test, { username: `customer-one${tag}`, role: "customer" }),
    otherCustomer: await addPerson(test, { username: `customer-two${tag}`, role: "customer" }),
    siteAdmin: await addPerson(test, { username: `site-admin${tag}`, role: "siteAdmin" }),
  };
}
