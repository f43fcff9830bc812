import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { home } from "#src/company/accounts/accounts.contract.ts";
import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { queryProduct } from "#src/warehouse/goods/goods.contract.ts";
import { listStock } from "#src/warehouse/stock/stock.contract.ts";
import { atLeast } from "./bench.ts";
import type { Figure } from "./bench.ts";
import { provider } from "./read.ts";
import type { Read } from "./read.ts";
import { formatOptions } from "./reads-ground.ts";
import { loadRead, formatName } from "./reads-measure.ts";
import type { ReadsGround } from "./reads-measure.ts";
import type { BareStatement, Yardstick } from "./reads-yardstick.server.ts";
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

const rows = `select a.audit_uuid, a.at, a.action, a.user_uuid, a.subject_type, a.subject_uuid, a.detail, a.seal_number is not null as is_sealed, p.about
  from (select * from audit_log where provider_uuid = $1 order by audit_uuid desc limit 50) a
    left join audit_person p on p.provider_uuid = a.provider_uuid and p.audit_uuid = a.audit_uuid order by a.audit_uuid desc`;

/** Bare Fastify routes over prepared statements in a process of their own: without sessions, schema or envelope. */
export interface BareRoutes {
  /** serves the audit log's first page */
  readonly auditUrl: string;
  /** Returns the address that serves a read's reference. @throws Error if it has none */
  getUrl(read: Read): string;
  stop(): void;
}

/** Starts the bare routes of some reads. */
export async function startBareRoutes(
  appUrl: string,
  principalOf: ReadsGround["principalOf"],
  reads: readonly Read[],
): Promise<BareRoutes> {
  const { acting } = principalOf(provider);
  const audit: BareStatement = { acting: formatOptions(acting), text: rows, values: [acting[1]] };
  const references = reads.map(({ as, text, values }): BareStatement => ({ acting: formatOptions(principalOf(as).acting), text, values }));
  const yardstick: Yardstick = { appUrl, statements: [audit, ...references] };
  const child = spawn(process.execPath, [join(import.meta.dirname, "reads-yardstick.server.ts")], {
    env: { PATH: process.env["PATH"], YARDSTICK: JSON.stringify(yardstick) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    auditUrl: `${url}/0`,
    getUrl(read) {
      const place = reads.indexOf(read);
      if (place === -1) throw new Error(`bench: ${read.call.name} has no bare route`);
      return `${url}/${place + 1}`;
    },
    stop() {
      process.off("exit", end);
      end();
    },
  };
}

/** Requests a second of some reads at ten connections, on a machine where the bare route serves 2,000. */
export async function measureFloors(ground: ReadsGround, reads: readonly Read[]): Promise<Figure[]> {
  const measured = reads.filter(({ call }) => floors.has(call));
  if (measured.length === 0) return [];
  const sides: Record<string, (ms: number) => Promise<Round>> = { bare: (ms) => httpRound(ground.bare.auditUrl, {}, 10, ms, "[{") };
  for (const read of measured) sides[formatName(read)] = (ms) => loadRead(ground, read, ms);
  const done = await inTurn(sides, pace);
  const servedBy = (side: string) => (done[side] === undefined ? 0 : perSecond(done[side]));
  const served = servedBy("bare");
  const figures = measured.map((read) => {
    const name = `${formatName(read)}, on a machine where the bare route serves 2,000`;
    return atLeast(name, (servedBy(formatName(read)) / served) * bareOfMachine, floors.get(read.call) ?? 0, "requests a second");
  });
  const name = "a bare Fastify route with the audit log's first page, 10 connections";
  return [...(done["bare"] === undefined ? [] : described(name, done["bare"])), ...figures];
}
