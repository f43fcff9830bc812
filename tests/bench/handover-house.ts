import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type pg from "pg";
import { createCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { makeDataFolder, withOwner } from "./data-folder.ts";
import type { HandoverGround } from "./handover-data.ts";
import { startServerProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import { dataOf, overHttp, pathOf, signInAs } from "./server-sign-in.ts";

/** Waybills that the carrier takes in a second. */
export const perSecond = 50;

type Session = OutputOf<typeof signIn>;

/** The sandbox carriers in a process of their own, as a carrier is. */
async function startSandbox(): Promise<{ readonly origin: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, "../../sandbox/carriers/main.ts"), "--port", "0", "--per-second", String(perSecond)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  const origin = /http:\S+/.exec(String(line))?.[0];
  if (origin === undefined) throw new Error("bench: the sandbox carriers did not start");
  return { origin, stop: () => void child.kill() };
}

/** The calls of somebody who is signed in. */
export function createDesk(origin: string, { access_token, csrf_token }: Session) {
  const headers = { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
  return {
    /** @throws Error if the call is refused */
    async send<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
      if (call.method === "GET") {
        const query = new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)]));
        return dataOf<C>(await (await fetch(`${origin}${pathOf(call)}?${query.toString()}`, { headers })).text());
      }
      const reply = await fetch(origin + pathOf(call), {
        method: call.method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return dataOf<C>(await reply.text());
    },
    /** Fetches a PDF. @returns its size in bytes */
    async fetchPdf(link: string): Promise<number> {
      const { pathname, search } = new URL(link);
      const reply = await fetch(origin + pathname + search, { headers });
      if (!reply.ok || reply.headers.get("content-type") !== "application/pdf") throw new Error(`bench: no PDF: ${reply.status}`);
      return (await reply.arrayBuffer()).byteLength;
    },
  };
}
export type Desk = ReturnType<typeof createDesk>;

/** A server with its worker, its database and a carrier. */
export interface House {
  readonly server: ServerProcess;
  /** a provider's */
  readonly desk: Desk;
  /** of the database's owner, acting for the provider */
  readonly owner: pg.Client;
  readonly ground: HandoverGround;
  /** the origin of the sandbox carriers */
  readonly carriers: string;
}

/** Opens a house with a channel of the sandbox carrier, and closes it after the work. */
export async function inHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox();
  const { dataDir, providerUuid } = await makeDataFolder("quayside-handover-", async (folder) => folder);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { origin: carriers } = sandbox;
  const server = await startServerProcess("all", dataDir, {
    DATABASE_URL: postgres.ownerUrl,
    APP_DATABASE_URL: postgres.appUrl,
    FOUR_PX_API_BASE: carriers,
    YUNEXPRESS_API_BASE: carriers,
    YANWEN_API_BASE: carriers,
  });
  try {
    const desk = createDesk(server.origin, await signInAs({ username: "provider01", area: "p" }, overHttp(server.origin)));
    const account = { api_name: "4px" as const, label: "Bench", client_id: "SBX-4PX", api_token: "sandbox-4px-token-4401" };
    const { carrier_account_uuid: accountUuid } = await desk.send(createCarrierAccount, account);
    const channel = { name: "Bench", carrier_account_uuid: accountUuid, code: "PX-REG" };
    const { channel_uuid: channelUuid } = await desk.send(createChannel, channel);
    return await withOwner(postgres.ownerUrl, async (owner) => {
      await owner.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [providerUuid]);
      return work({ server, desk, owner, carriers, ground: { accountUuid, channelUuid, providerUuid } });
    });
  } finally {
    await server.stop();
    await postgres.stop();
    sandbox.stop();
  }
}

/** Reads rows as the database's owner. */
export async function read<T>(owner: pg.Client, text: string, values: unknown[]): Promise<T[]> {
  return (await owner.query<T & object>(text, values)).rows;
}
