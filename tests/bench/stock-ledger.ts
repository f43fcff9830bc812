import type pg from "pg";
import { newId } from "#server/platform/runtime/clock.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { postMovements } from "#server/warehouse/stock/ledger.commands.ts";
import { reserveStock } from "#server/warehouse/stock/reservations.commands.ts";
import { putStock, staffOf, stageStock } from "#tests/server/stage-stock.ts";
import type { StockStage } from "#tests/server/stage-stock.ts";
import { atLeast } from "./bench.ts";
import type { Figure } from "./bench.ts";
import type { StockGround } from "./stock-data.ts";
import { sqlRound } from "./server-load.ts";
import { atOnce, described, inTurn } from "./server-round.ts";
import type { Round } from "./server-round.ts";
import { listenTo } from "./server-statements.ts";
import type { Script, Statement } from "./server-statements.ts";

const workers = 20;
const plenty = 50_000_000;
const uuidShape = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An operation of a worker, as performed by the server's commands. */
type CallMutation = (tx: Tx, worker: number) => Promise<unknown>;

/** Records the statements of one operation by listening on a connection. */
async function heardOf(appUrl: string, providerUuid: string, work: (tx: Tx) => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = [];
  const database = openDatabase(appUrl, { connections: 1 });
  database.pool.on("connect", (client) => listenTo(client, (statement) => heard.push(statement)));
  try {
    await database.transaction(staffOf(providerUuid), work);
    return heard;
  } finally {
    await database.close();
  }
}

/** Regenerates ids that occur only in one recording, consistently within a run; others stay. */
function scriptOf(once: readonly Statement[], again: readonly Statement[]): Script {
  const known = new Set(JSON.stringify(again).match(uuidShape));
  return () => {
    const made = new Map<string, string>();
    const renew = (uuid: string) => {
      if (known.has(uuid)) return uuid;
      const fresh = made.get(uuid) ?? newId();
      made.set(uuid, fresh);
      return fresh;
    };
    return once.map(({ text, values, rowCount }) => ({
      text,
      rowCount,
      values: values.map((value) => (typeof value === "string" ? value.replaceAll(uuidShape, renew) : value)),
    }));
  };
}

/** Compares the commands with bare clients that send the same statements: same concurrency, alternating, on the same database. */
async function compare(
  name: string,
  appUrl: string,
  providerUuid: string,
  database: Database,
  clients: readonly pg.ClientBase[],
  deed: CallMutation,
): Promise<Figure[]> {
  const scripts: Script[] = [];
  for (let worker = 0; worker < workers; worker += 1) {
    const heard = () => heardOf(appUrl, providerUuid, (tx) => deed(tx, worker));
    scripts.push(scriptOf(await heard(), await heard()));
  }
  const { ours, bare } = await inTurn({
    ours: (ms) => atOnce(workers, ms, (worker) => database.transaction(staffOf(providerUuid), (tx) => deed(tx, worker))),
    bare: (ms) => sqlRound(clients, (client) => scripts[client] ?? (() => []), ms),
  });
  const perSecond = ({ timesMs, seconds }: Round) => timesMs.length / seconds;
  return [
    atLeast(`${name} a second, ours to bare clients`, perSecond(ours) / perSecond(bare), 0.5),
    ...described(`${name} by our commands`, ours),
    ...described(`${name} by bare clients`, bare),
  ];
}

/** Movements and reservations from 20 connections, each with its own SKU, and then all with one. */
export async function ledgerFigures(appUrl: string, { providerUuid }: StockGround): Promise<Figure[]> {
  const database = openDatabase(appUrl, { connections: workers });
  const bare = openDatabase(appUrl, { connections: workers });
  const clients = await Promise.all(Array.from({ length: workers }, () => bare.pool.connect()));
  try {
    const stage = await database.transaction(staffOf(providerUuid), async (tx) => {
      const made = await stageStock(tx, { providerUuid, ownerUuid: providerUuid, variants: workers });
      for (let variant = 0; variant < workers; variant += 1) await putStock(tx, made, { variant, quantity: plenty });
      return made;
    });
    const all = (name: string, deed: CallMutation) => compare(name, appUrl, providerUuid, database, clients, deed);
    return [
      ...(await all("movements", (tx, worker) => moveOne(tx, stage, worker))),
      ...(await all("reservations", (tx, worker) => reserveOne(tx, stage, worker))),
      ...(await all("reservations of one SKU", (tx) => reserveOne(tx, stage, 0))),
    ];
  } finally {
    for (const client of clients) client.release();
    await bare.close();
    await database.close();
  }
}

function moveOne(tx: Tx, { providerUuid, warehouseUuid, variants, locations }: StockStage, worker: number) {
  const { variantUuid = "", ownerUuid = "" } = variants[worker] ?? {};
  const [from = "", to = ""] = locations;
  return postMovements(tx, { providerUuid, userUuid: null, now: new Date() }, [
    {
      source: { type: "move", uuid: newId(), line: 1 },
      variantUuid,
      ownerUuid,
      warehouseUuid,
      lot: "",
      quantity: 1,
      from: { place: "location", locationUuid: from, condition: "good" },
      to: { place: "location", locationUuid: to, condition: "good" },
    },
  ]);
}

function reserveOne(tx: Tx, { providerUuid, warehouseUuid, variants }: StockStage, worker: number) {
  const { variantUuid = "", ownerUuid = "" } = variants[worker] ?? {};
  const want = { line: 1, variantUuid, ownerUuid, warehouseUuid, quantity: 1, lot: null };
  return reserveStock(tx, providerUuid, { type: "order", uuid: newId() }, [want], new Date());
}
