import pg from "pg";
import { getAesKey, signIn } from "#src/accounts/accounts.contract.ts";
import { sealPassword } from "#src/accounts/password-transport.rules.ts";
import type { Area } from "#src/api/actors.ts";
import type { OutputOf } from "#src/api/define-call.ts";
import { platform } from "#server/db/acting.ts";
import { mailPurpose, mailSchema } from "#server/mailer/mailer.commands.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import type { Reply } from "./client.ts";
import { testPassword } from "./world.ts";

/** A key fetched as a client does, and what it seals. */
export async function fetchKey({ app }: TestApp): Promise<{ key_id: string; seal: (password: string) => Promise<string> }> {
  const { data } = await request(app, getAesKey, {});
  return { key_id: data.key_id, seal: (password) => sealPassword(password, data.aes_key) };
}

let addresses = 0;

/** An address from which nobody came before, so that one test's tries do not count in another. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.7`;
}

export interface SignInOptions {
  password?: string;
  area?: Area;
  address?: string;
  device?: string;
  /** the Cookie header: a device is known by it */
  cookie?: string;
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesSet({ headers }: Pick<Reply<unknown>, "headers">): string {
  const lines = [headers["set-cookie"] ?? []].flat();
  return lines.map((line) => String(line).split(";", 1)[0]).join("; ");
}

/** Signs in as a client does, from an address of its own unless told. */
export async function signInAs(test: TestApp, username: string, options: SignInOptions = {}): Promise<Reply<OutputOf<typeof signIn>>> {
  const { key_id, seal } = await fetchKey(test);
  const { password = testPassword, area = "p", address = freshAddress(), device = "a test", cookie } = options;
  const form = { username, password: await seal(password), key_id, area };
  return request(test.app, signIn, form, {
    address,
    headers: { "user-agent": device, ...(cookie === undefined ? {} : { cookie }) },
  });
}

export interface AuditRow {
  provider_uuid: string;
  retailer_uuid: string | null;
  user_uuid: string | null;
  action: string;
  subject_uuid: string | null;
  detail: Record<string, unknown>;
  about: Record<string, string>;
}

/** What the audit log holds of an action, oldest first. */
export async function auditRows({ services }: TestApp, action: string): Promise<AuditRow[]> {
  return services.database.transaction(platform, (tx) =>
    tx
      .selectFrom("audit_log")
      .innerJoin("audit_person", (join) =>
        join
          .onRef("audit_person.provider_uuid", "=", "audit_log.provider_uuid")
          .onRef("audit_person.audit_uuid", "=", "audit_log.audit_uuid"),
      )
      .select([
        "audit_log.provider_uuid",
        "audit_log.retailer_uuid",
        "audit_log.user_uuid",
        "audit_log.action",
        "audit_log.subject_uuid",
        "audit_log.detail",
        "audit_person.about",
      ])
      .where("action", "=", action)
      .orderBy("audit_log.audit_uuid")
      .$castTo<AuditRow>()
      .execute(),
  );
}

export interface TestMail {
  to: string;
  subject: string;
  text: string;
}

/** The mails that wait to be sent to an address, oldest first. */
export async function mailsTo({ ownerUrl, services }: TestApp, to: string): Promise<TestMail[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ data: { input: { sealed: string } } }>(
    "select data from pgboss.job where name = 'mailer.send' order by created_on, id",
  );
  await client.end();
  const mails = rows.map(({ data }) => mailSchema.parse(JSON.parse(services.secrets.open(data.input.sealed, mailPurpose).toString())));
  return mails.filter((mail) => mail.to === to);
}

/** Runs a work while listening for the ends of sessions. Gives the uuids that were told of until then. */
export async function endedDuring({ ownerUrl }: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const told: string[] = [];
  client.on("notification", ({ payload }) => told.push(...(JSON.parse(payload ?? "[]") as string[])));
  await client.query("listen quayside_sessions_ended");
  await work();
  // what was notified before this statement comes with its answer
  await client.query("select 1");
  await client.end();
  return told;
}
