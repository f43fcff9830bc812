import { home } from "#src/company/accounts/accounts.contract.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { atLeast, note } from "./bench.ts";
import type { Figure } from "./bench.ts";
import type { Read } from "./read.ts";
import { loadRead, formatName } from "./reads-measure.ts";
import type { ReadsGround } from "./reads-measure.ts";
import { httpRound } from "./server-load.ts";
import { described, inTurn, perSecond } from "./server-round.ts";
import type { Pace, Round } from "./server-round.ts";

/** What the bare route serves on the machine that the floors are stated for. */
const bareOfMachine = 2000;
const floors = new Map<unknown, number>([
  [queryProduct, 700],
  [listStock, 700],
  [retrieveAuditLog, 700],
  [home, 1500],
]);
const pace: Pace = { warmUpMs: 300, roundMs: 600, rounds: 4 };

/** Requests a second of some reads at ten connections, on a machine where the bare route serves 2,000. */
export async function measureFloors(ground: ReadsGround, reads: readonly Read[]): Promise<Figure[]> {
  const measured = reads.filter(({ call }) => floors.has(call));
  if (measured.length === 0) return [];
  const sides: Record<string, (ms: number) => Promise<Round>> = { bare: (ms) => httpRound(ground.bare.auditUrl, {}, 10, ms, "[{") };
  for (const read of measured) {
    sides[formatName(read)] = (ms) => loadRead(ground, read, ms);
    sides[`${formatName(read)}, bare`] = (ms) => httpRound(ground.bare.getUrl(read), {}, 10, ms, "[{");
  }
  const done = await inTurn(sides, pace);
  const servedBy = (side: string) => (done[side] === undefined ? 0 : perSecond(done[side]));
  const served = servedBy("bare");
  const figures = measured.flatMap((read) => {
    const side = formatName(read);
    const name = `${side}, on a machine where the bare route serves 2,000`;
    return [
      atLeast(name, (servedBy(side) / served) * bareOfMachine, floors.get(read.call) ?? 0, "requests a second"),
      // The same floor against the route over the list itself, whose rows may be many more than 50: both readings of the floor are shown.
      atLeast(
        `${side}, against a bare Fastify route over the same list`,
        servedBy(side) / servedBy(`${side}, bare`),
        (floors.get(read.call) ?? 0) / bareOfMachine,
      ),
      // What its own SQL allows on this machine at most.
      note(`${side}, 10 connections`, servedBy(side), "a second"),
      note(`a bare Fastify route over the prepared statement of ${side}, 10 connections`, servedBy(`${side}, bare`), "a second"),
    ];
  });
  const name = "a bare Fastify route with the audit log's first page, 10 connections";
  return [...(done["bare"] === undefined ? [] : described(name, done["bare"])), ...figures];
}
