import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { signIn } from "#src/company/accounts/accounts.contract.ts";
import { createCarrierAccount } from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel } from "#src/carriers/channels/channels.contract.ts";
import type { Call, InputOf, OutputOf } from "#src/kit/api/define-call.ts";
import { printWaybills, requestWaybills } from "#src/outbound/waybills/waybills.contract.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { atMost, note } from "./bench.ts";
import type { Bench, Figure } from "./bench.ts";
import { makeDataFolder, withOwner } from "./data-folder.ts";
import { addPackedParcels } from "./handover-data.ts";
import type { HandoverGround } from "./handover-data.ts";
import { startServerProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import { dataOf, overHttp, pathOf, signInAs } from "./server-sign-in.ts";

/** Waybills that the carrier takes in a second, and how many are asked for. */
const perSecond = 50;
const usualRows = 10_000;
const mostInCall = 1000;
/** Labels of one PDF. */
const mostLabels = 1000;

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

type Session = OutputOf<typeof signIn>;

/** A signed-in provider's calls. */
function createDesk(origin: string, { access_token, csrf_token }: Session) {
  const headers = { authorization: `Bearer ${access_token}`, "x-csrf-token": csrf_token };
  return {
    async post<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
      const reply = await fetch(origin + pathOf(call), {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return dataOf<C>(await reply.text());
    },
    async file(link: string): Promise<number> {
      const { pathname, search } = new URL(link);
      const reply = await fetch(origin + pathname + search, { headers });
      if (!reply.ok || reply.headers.get("content-type") !== "application/pdf") throw new Error(`bench: no PDF: ${reply.status}`);
      return (await reply.arrayBuffer()).byteLength;
    },
  };
}
type Desk = ReturnType<typeof createDesk>;

async function read<T>(owner: pg.Client, text: string, values: unknown[]): Promise<T[]> {
  return (await owner.query<T & object>(text, values)).rows;
}

/** Asks for a waybill for every parcel, and waits until each has its label. */
async function measureAsking(desk: Desk, owner: pg.Client, ground: HandoverGround, sandbox: string, rows: number): Promise<Figure[]> {
  const { channelUuid } = ground;
  const parcels = await read<{ parcel_uuid: string }>(
    owner,
    "select p.parcel_uuid from parcel p join sales_order o using (provider_uuid, order_uuid) where o.channel_uuid = $1 order by 1",
    [channelUuid],
  );
  const begun = performance.now();
  for (let from = 0; from < rows; from += mostInCall)
    await desk.post(requestWaybills, { parcel_uuids: parcels.slice(from, from + mostInCall).map(({ parcel_uuid }) => parcel_uuid) });
  const count = async () =>
    (
      await read<{ issued: number; labels: number }>(
        owner,
        "select count(*) filter (where status = 'issued')::int as issued, count(*) filter (where label_type <> '')::int as labels from waybill where channel_uuid = $1",
        [channelUuid],
      )
    )[0] ?? { issued: 0, labels: 0 };
  const until = async (what: "issued" | "labels"): Promise<number> => {
    for (;;) {
      if ((await count())[what] >= rows) return (performance.now() - begun) / 1000;
      if (performance.now() - begun > 4000 * (rows / perSecond) + 60_000)
        throw new Error(`bench: ${JSON.stringify(await count())} of ${rows}`);
      await sleep(200);
    }
  };
  const issued = await until("issued");
  const labelled = await until("labels");
  const answer = await fetch(`${sandbox}/_control/shipments`, { headers: { "x-sandbox": "1" } });
  const { shipments } = (await answer.json()) as { shipments: readonly { reference: string; state: string }[] };
  const live = shipments.filter(({ state }) => state !== "cancelled");
  return [
    // A quick pass has its start in it, which takes as long for few as for many.
    atMost(`${rows} waybills at ${perSecond} a second`, issued, rows < usualRows ? rows / perSecond + 20 : (1.1 * rows) / perSecond, "s"),
    note("with their labels", labelled, "s"),
    atMost("waybills that the carrier has twice", live.length - new Set(live.map(({ reference }) => reference)).size, 0, "waybills"),
    atMost("waybills too many or too few", Math.abs(live.length - rows), 0, "waybills"),
  ];
}

/** Prints labels into one PDF. */
async function measurePrint(desk: Desk, owner: pg.Client, { channelUuid }: HandoverGround, server: ServerProcess): Promise<Figure[]> {
  const found = await read<{ waybill_uuid: string }>(
    owner,
    "select waybill_uuid from waybill where channel_uuid = $1 and label_type <> '' order by 1 limit $2",
    [channelUuid, mostLabels],
  );
  const waybill_uuids = found.map(({ waybill_uuid }) => waybill_uuid);
  const before = server.residentMb();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, server.residentMb())), 20);
  const begun = performance.now();
  const { files } = await desk.post(printWaybills, { waybill_uuids });
  const bytes = await desk.file(files[0]?.link ?? "");
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  return [
    atMost(`${waybill_uuids.length} labels to one PDF`, seconds, 5, "s"),
    atMost("memory that it takes", peak - before, 300, "MB"),
    note("the server's memory then", peak, "MB"),
    note("size of the PDF", bytes / 1_000_000, "MB"),
  ];
}

const waybills: Bench = {
  name: "waybills",
  async run({ rows = usualRows }) {
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
      const { carrier_account_uuid: accountUuid } = await desk.post(createCarrierAccount, account);
      const channel = { name: "Bench", carrier_account_uuid: accountUuid, code: "PX-REG" };
      const { channel_uuid: channelUuid } = await desk.post(createChannel, channel);
      const ground = { accountUuid, channelUuid, providerUuid };
      return await withOwner(postgres.ownerUrl, async (owner) => {
        await owner.query("select set_config('app.kind', 'provider', false), set_config('app.provider', $1, false)", [providerUuid]);
        await addPackedParcels(owner, ground, rows);
        return [...(await measureAsking(desk, owner, ground, carriers, rows)), ...(await measurePrint(desk, owner, ground, server))];
      });
    } finally {
      await server.stop();
      await postgres.stop();
      sandbox.stop();
    }
  },
};

/** What leaves the house: 10,000 waybills (or `--rows`) from a carrier that takes 50 a second, and 1,000 labels in one PDF. */
export const handoverBenches: readonly Bench[] = [waybills];
