import { sql } from "kysely";
import type { RefusedRow } from "#src/kit/api/batch.ts";
import { codes } from "#src/kit/api/codes.ts";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Role } from "#src/kit/api/roles-and-permissions.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { seedDemo } from "#server/demo.ts";
import { nothingFollows } from "#server/demo-goods.ts";
import type { OrderScope } from "#server/outbound/orders/order-scope.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { JobQueue } from "#server/platform/jobs/job-queue.ts";
import { freshDatabase } from "./postgres.ts";

export const roles = ["provider", "operator", "dropShipper"] as const satisfies readonly Role[];
type Actor = (typeof roles)[number];

let database: Database;
let [providerUuid, retailerUuid] = ["", ""];
const users = new Map<string, string>();

/** Creates the demo. @returns what removes it */
export async function openMachineScene(): Promise<() => Promise<void>> {
  const fresh = await freshDatabase();
  database = openDatabase(fresh.appUrl, { connections: 2 });
  providerUuid = (await seedDemo(database))?.providerUuid ?? "";
  await database.transaction(anonymous, async (tx) => {
    const { rows } = await sql<{ user_uuid: string; role: string }>`select user_uuid, role from app_user`.execute(tx);
    for (const { role, user_uuid } of rows) users.set(role, user_uuid);
    const { rows: shops } = await sql<{ retailer_uuid: string }>`select retailer_uuid from retailer where name = 'Demo Shop'`.execute(tx);
    retailerUuid = shops[0]?.retailer_uuid ?? "";
  });
  return async () => {
    await database.close();
    await fresh.drop();
  };
}

/** Returns the scope of somebody else with the same rights. */
export const asAnother = (scope: OrderScope): OrderScope => ({
  ...scope,
  userUuid: users.get(scope.role === "provider" ? "operator" : "provider") ?? null,
});

class Undone extends Error {}

/** Runs work as somebody, and undoes what it did. */
export async function inScope<T>(role: Actor, work: (scope: OrderScope) => Promise<T>): Promise<T> {
  const userUuid = users.get(role) ?? null;
  const acting = { kind: "provider", providerUuid, ...(userUuid === null ? {} : { userUuid }) } as const;
  const done: T[] = [];
  await database
    .transaction(acting, async (tx) => {
      const scope: OrderScope = {
        tx,
        providerUuid,
        retailerUuid: role === "dropShipper" ? retailerUuid : null,
        userUuid,
        role,
        acting,
        seesRecipients: true,
        now: new Date(),
        followUps: nothingFollows,
      };
      done.push(await work(scope));
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return done[0] as T;
}

/** The refusal of an event: its code; null if it was done. */
export type Refusal = number | null;
export const ofRows = ([row]: readonly RefusedRow[]): Refusal => row?.code ?? null;
export const ofResult = (result: Result<unknown, RefusalName>): Refusal => (result.ok ? null : codes[result.problem].code);

/** An event that people cause: the roles whose call does, and what the call does in a transaction. */
export interface Act<T> {
  readonly roles: readonly string[] | "anyone";
  readonly fire: (scope: OrderScope, of: T) => Promise<Refusal>;
}

export function listActs<E extends string, T>(events: readonly E[], acts: Readonly<Partial<Record<E, Act<T>>>>): (readonly [E, Act<T>])[] {
  return events.flatMap((event) => {
    const act = acts[event];
    return act === undefined ? [] : [[event, act] as const];
  });
}

export const noJobs: JobQueue = { enqueue: async () => false };
export const reason = "as agreed";
export const recipient = {
  consignee: "A",
  phone: "",
  mobile: "",
  email: "",
  address: "1 Example Road",
  city: "Exampleton",
  state: "",
  zip: "1",
};
