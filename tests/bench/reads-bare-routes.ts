import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { provider } from "./read.ts";
import type { Read } from "./read.ts";
import type { BareStatement, Yardstick } from "./reads-bare-routes.server.ts";
import { formatOptions } from "./reads-ground.ts";
import type { Principal } from "./reads-ground.ts";

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
  principalOf: (as: Read["as"]) => Principal,
  reads: readonly Read[],
): Promise<BareRoutes> {
  const { acting } = principalOf(provider);
  const audit: BareStatement = { acting: formatOptions(acting), text: rows, values: [acting[1]] };
  const references = reads.map(({ as, text, values }): BareStatement => ({ acting: formatOptions(principalOf(as).acting), text, values }));
  const yardstick: Yardstick = { appUrl, statements: [audit, ...references] };
  const child = spawn(process.execPath, [join(import.meta.dirname, "reads-bare-routes.server.ts")], {
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(yardstick));
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
