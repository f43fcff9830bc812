import { readFile, readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { e2eKeysDir, e2eOrigin } from "#scripts/extension-build-variables.ts";
import { createMovableClock, newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { openPayments } from "#server/open-payments.ts";
import { startSandboxPayments } from "#tests/factories/sandbox-payments.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { Chromium } from "./chromium.ts";
import type { Marketplace } from "./marketplace.ts";
import { openMarketplace } from "./marketplace.ts";
import { until } from "./until.ts";

/** Everything for buying Pro: a real server with its jobs, a payment server, a marketplace, and a browser with the extension. */
export interface ProStage {
  readonly app: TestApp;
  readonly payments: Awaited<ReturnType<typeof startSandboxPayments>>;
  readonly marketplace: Marketplace;
  readonly chromium: Chromium;
  /** the newest link in a mail to an address, after `since` mails */
  mailedLink(to: string, since?: number): Promise<string>;
  /** the subjects of mails to an address, oldest first */
  mailSubjects(to: string): Promise<string[]>;
  /** Advances the clocks of server, payment server and extension alike. */
  advance(ms: number): Promise<void>;
  /** Sets only the extension's clock ahead, or back. */
  setDeviceClock(aheadMs: number): Promise<void>;
  /** Takes the server offline, and back online at the same address. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Decodes quoted-printable mails (RFC 2045, 6.7); other mails as they are. */
function textOf(message: string): string {
  if (!/quoted-printable/i.test(message)) return message;
  const bytes = message
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_pair, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Lists the mails to an address, oldest first. */
async function mailsIn(folder: string, to: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).toSorted();
  const texts = await Promise.all(names.map(async (name) => textOf(await readFile(join(folder, name), "utf8"))));
  return texts.filter((text) => new RegExp(`^To: ${to.replaceAll(".", "\\.")}\\r?$`, "m").test(text));
}

/** Starts everything. The server is the home page `quayside.localhost`, which the extension's test build knows. */
export async function startProStage(): Promise<ProStage> {
  const payments = await startSandboxPayments();
  const clock = createMovableClock(new Date(), { ticks: true });
  const provider = await openPayments({
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
    STRIPE_PRICE_ID: payments.priceId,
    STRIPE_API_BASE: payments.origin,
  });
  if (provider === null) throw new Error("no payment provider was opened");
  const app = await startTestApp({
    withWorkers: true,
    payments: provider,
    clock,
    entitlementKeysDir: e2eKeysDir,
    webDir: resolve(process.env["WEB_DIR"] ?? ".output/web-e2e"),
  });
  const now = clock.now();
  await app.services.database.transaction(anonymous, (tx) =>
    ensureDefaultSites(tx, { application: "http://app.localhost", homepage: e2eOrigin }, now),
  );
  await app.services.database.transaction(anonymous, (tx) =>
    tx
      .insertInto("site")
      .values({
        site_uuid: newId(),
        host: "quayside.localhost",
        origin: e2eOrigin,
        main_function: "Homepage",
        homepage_title: "码头云仓",
        homepage_title_en: "Quayside",
        homepage_icon: "/favicon.ico",
        locale: "en_us",
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.address() as AddressInfo;
  await payments.control.setWebhookUrl(`http://127.0.0.1:${port}/v1/api/subscription/payment-webhook`);
  const marketplace = await openMarketplace();
  const chromium = await Chromium.start({ port: marketplace.port, hosts: { "quayside.localhost": port } });
  const folder = join(app.dataDir, "mail");
  let aheadMs = 0;
  return {
    app,
    payments,
    marketplace,
    chromium,
    mailSubjects: async (to) => (await mailsIn(folder, to)).map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? ""),
    mailedLink: (to, since = 0) =>
      until(async () => {
        const mails = await mailsIn(folder, to);
        return mails.length <= since ? null : (/http:\/\/\S+[?&](?:email_)?token=\S+/.exec(mails.at(-1) ?? "")?.[0] ?? null);
      }, `a mailed link to ${to}`),
    async advance(ms) {
      aheadMs += ms;
      clock.advance(ms);
      await payments.control.advance(ms);
      await chromium.hook({ waitMs: [20, 40], clockOffsetMs: aheadMs });
    },
    setDeviceClock: (moreMs) => chromium.hook({ waitMs: [20, 40], clockOffsetMs: aheadMs + moreMs }),
    async goDown() {
      app.app.server.closeAllConnections();
      await new Promise((done) => app.app.server.close(done));
    },
    // If a connection took the port meanwhile, waits for its end.
    comeBack: async () => {
      const { server } = app.app;
      const listening = () =>
        new Promise<true | null>((done) => {
          const failed = () => done(null);
          server.once("error", failed);
          server.listen(port, "127.0.0.1", () => {
            server.off("error", failed);
            done(true);
          });
        });
      await until(listening, `port ${port}`);
    },
    async close() {
      await chromium.stop();
      await marketplace.close();
      await app.close();
      await payments.stop();
    },
  };
}
