import pg from "pg";
import { getAesKey, signIn } from "#src/company/accounts/accounts.contract.ts";
import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import type { Area } from "#src/kit/api/roles-and-permissions.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { mailPurpose, mailSchema } from "#server/platform/mailer/mailer.commands.ts";
import type { TestApp } from "./app.ts";
import { request } from "./client.ts";
import type { Reply } from "./client.ts";
import { testPassword } from "./world.ts";

/** Fetches a key like a client, and returns it with what it seals. */
export async function fetchKey({ app }: TestApp): Promise<{ key_id: string; seal: (password: string) => Promise<string> }> {
  const { data } = await request(app, getAesKey, {});
  return { key_id: data.key_id, seal: (password) => sealPassword(password, data.aes_key) };
}

let addresses = 0;

/** Returns an unused address, so that attempts of one test do not count in another. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.7`;
}

export interface SignInOptions {
  password?: string;
  area?: Area;
  address?: string;
  device?: string;
  /** the Cookie header, which identifies a device */
  cookie?: string;
}

/** Returns the cookies set by an answer, as a browser sends them back. */
export function cookiesSet({ headers }: Pick<Reply<unknown>, "headers">): string {
  const lines = [headers["set-cookie"] ?? []].flat();
  return lines.map((line) => String(line).split(";", 1)[0]).join("; ");
}

/** Signs in like a client, from a new address by default. */
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

/** Returns the audit rows of an action, oldest first. */
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

/** Returns the queued mails to an address, oldest first. */
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

/** Runs work while listening for ended sessions. Returns the announced uuids. */
export async function endedDuring({ ownerUrl }: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const told: string[] = [];
  client.on("notification", ({ payload }) => told.push(...(JSON.parse(payload ?? "[]") as string[])));
  await client.query("listen quayside_sessions_ended");
  await work();
  // notifications sent before this statement arrive with its answer
  await client.query("select 1");
  await client.end();
  return told;
}
