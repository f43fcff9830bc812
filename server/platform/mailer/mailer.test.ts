import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createMovableClock } from "../runtime/clock.ts";
import { MailNotSent, openMailer } from "./mailer.ts";
import type { Mail, Mailer } from "./mailer.ts";

const root = mkdtempSync(join(tmpdir(), "quayside-mail-"));
const mailFrom = "Quayside <no-reply@quay.example.com>";
const mail: Mail = { to: "someone@example.com", subject: "重新设置密码", text: "您好！\n\n.\nhttps://example.com/reset?token=abc\n" };

const toClose: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});
afterAll(() => rmSync(root, { recursive: true }));

interface Line {
  fields: Record<string, unknown>;
  text: string;
}

function opened(config: { smtpUrl?: string; mailFrom?: string; smtpTimeoutMs?: number } = {}) {
  const dataDir = mkdtempSync(join(root, "data-"));
  const clock = createMovableClock(new Date("2026-03-01T12:00:00.000Z"));
  const lines: Line[] = [];
  const log = { info: (fields: object, text: string) => void lines.push({ fields: { ...fields }, text }) };
  const mailer: Mailer = openMailer({ mailFrom, dataDir, ...config }, { clock, log });
  return { mailer, clock, lines, folder: join(dataDir, "mail") };
}

interface Taken {
  from: string;
  to: string[];
  message: string;
}

async function mailServer(options: Partial<SMTPServerOptions> = {}): Promise<{ url: string; taken: Taken[] }> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom: sender, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        taken.push({ from: sender === false ? "" : sender.address, to, message: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  toClose.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken };
}

/** Quoted-printable bytes (RFC 2045, 6.7) as text. */
function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_pair, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** A message taken apart: its headers, unfolded, by name, and its text. */
function read(message: string): { headers: Map<string, string>; text: string } {
  const end = message.indexOf("\r\n\r\n");
  const unfolded = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ");
  const headers = new Map(
    unfolded.split("\r\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const),
  );
  const body = message.slice(end + 4);
  const decoders: Record<string, (coded: string) => string> = {
    "quoted-printable": (coded) => unquoted(coded.replaceAll("=\r\n", "")),
    base64: (coded) => Buffer.from(coded, "base64").toString(),
  };
  const decode = decoders[headers.get("Content-Transfer-Encoding") ?? ""];
  return { headers, text: (decode?.(body) ?? body).replaceAll("\r\n", "\n") };
}

/** A header as a mail program shows it (RFC 2047, either encoding, words in a row). */
function shown(header: string | undefined): string {
  const words = (header ?? "").replaceAll(/\?= =\?/g, "?==?");
  return words.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_word, encoding: string, body: string) =>
    encoding.toUpperCase() === "B" ? Buffer.from(body, "base64").toString() : unquoted(body.replaceAll("_", " ")),
  );
}

describe("without a mail server", () => {
  it("a mail is written as a message to a file readable only by its owner", async () => {
    const { mailer, folder } = opened();
    await mailer.send(mail, "reset-1");
    expect(readdirSync(folder)).toEqual(["20260301T120000000Z-reset-1.eml"]);
    const path = join(folder, "20260301T120000000Z-reset-1.eml");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const message = readFileSync(path, "utf8");
    expect(message).not.toMatch(/[^\r]\n/);
    const { headers, text } = read(message);
    expect(headers.get("From")).toBe("Quayside <no-reply@quay.example.com>");
    expect(headers.get("To")).toBe("someone@example.com");
    expect(shown(headers.get("Subject"))).toBe("重新设置密码");
    expect(headers.get("Message-ID")).toBe("<reset-1@quay.example.com>");
    expect(new Date(headers.get("Date") ?? "")).toEqual(new Date("2026-03-01T12:00:00.000Z"));
    expect(headers.get("Auto-Submitted")).toBe("auto-generated");
    expect(text).toBe(mail.text);
    expect(message).toContain("\r\nhttps://example.com/reset?token=abc\r\n");
  });

  it("a line too long for a message is folded, and reads back whole", async () => {
    const { mailer, folder } = opened();
    const text = `${"长".repeat(400)}\n`;
    await mailer.send({ ...mail, text }, "long");
    const message = readFileSync(join(folder, "20260301T120000000Z-long.eml"), "utf8");
    expect(Math.max(...message.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
    expect(read(message).text).toBe(text);
  });

  it("a mail's path is logged, but none of its content", async () => {
    const { mailer, folder, lines } = opened();
    await mailer.send(mail, "reset-1");
    expect(lines).toEqual([{ fields: { mailPath: join(folder, "20260301T120000000Z-reset-1.eml") }, text: "mailer.written" }]);
  });

  it("the same mail sent twice writes one file, and another mail writes another", async () => {
    const { mailer, folder, clock } = opened();
    await mailer.send(mail, "reset-1");
    clock.advance(60_000);
    await mailer.send({ ...mail, text: "again\n" }, "reset-1");
    await mailer.send(mail, "1");
    expect(readdirSync(folder).toSorted()).toEqual(["20260301T120000000Z-reset-1.eml", "20260301T120100000Z-1.eml"]);
    expect(read(readFileSync(join(folder, "20260301T120000000Z-reset-1.eml"), "utf8")).text).toBe("again\n");
  });

  it("a mail may have an HTML part", async () => {
    const { mailer, folder } = opened();
    await mailer.send({ ...mail, html: "<p>Hello</p>" }, "both");
    const message = readFileSync(join(folder, "20260301T120000000Z-both.eml"), "utf8");
    expect(read(message).headers.get("Content-Type")).toContain("multipart/alternative");
    expect(message).toContain("<p>Hello</p>");
  });
});

describe("a mail's headers", () => {
  it.each([
    ["a line break after the address", { ...mail, to: "someone@example.com\r\nBcc: other@example.com" }, "a", "recipient"],
    ["a line feed after the address", { ...mail, to: "someone@example.com\n" }, "a", "recipient"],
    ["two addresses", { ...mail, to: "someone@example.com, other@example.com" }, "a", "recipient"],
    ["a name with the address", { ...mail, to: "Someone <someone@example.com>" }, "a", "recipient"],
    ["no address", { ...mail, to: "" }, "a", "recipient"],
    ["a line break in the subject", { ...mail, subject: "Hello\r\nBcc: other@example.com" }, "a", "subject"],
    ["a bare carriage return in the subject", { ...mail, subject: "Hello\rBcc: other@example.com" }, "a", "subject"],
    ["a line separator in the subject", { ...mail, subject: "Hello\u2028Bcc: other@example.com" }, "a", "subject"],
    ["a NUL in the subject", { ...mail, subject: "Hello\u0000" }, "a", "subject"],
    ["an id that is a path", mail, "../a", "the id"],
    ["an id with a line break", mail, "a\r\nBcc: other@example.com", "the id"],
    ["an id that is too long", mail, "a".repeat(65), "the id"],
    ["no id", mail, "", "the id"],
  ])("throw as a bug for %s", async (_what, bad, id, said) => {
    const { mailer, folder } = opened();
    await expect(mailer.send(bad, id)).rejects.toThrow(said);
    expect(() => readdirSync(folder)).toThrow("ENOENT");
  });

  it("allow a comma in the sender's name", async () => {
    const { mailer, folder } = opened({ mailFrom: "Quayside, Pier 4 <no-reply@quay.example.com>" });
    await mailer.send(mail, "a");
    const { headers } = read(readFileSync(join(folder, "20260301T120000000Z-a.eml"), "utf8"));
    expect(headers.get("From")).toBe('"Quayside, Pier 4" <no-reply@quay.example.com>');
  });

  it("allow a sender at localhost", async () => {
    const { mailer, folder } = opened({ mailFrom: "no-reply@localhost" });
    await mailer.send(mail, "a");
    const { headers } = read(readFileSync(join(folder, "20260301T120000000Z-a.eml"), "utf8"));
    expect(headers.get("From")).toBe("no-reply@localhost");
    expect(headers.get("Message-ID")).toBe("<a@localhost>");
  });

  it.each(["", "nobody", "a@b.example.com\r\nBcc: c@example.com", "a@b.example.com, c@example.com", "Two <a@example.com> <b@example.com>"])(
    "do not accept the sender %j",
    (from) => expect(() => opened({ mailFrom: from })).toThrow("MAIL_FROM"),
  );
});

describe("with a mail server", () => {
  it("a mail is delivered whole, to one recipient", async () => {
    const { url, taken } = await mailServer();
    const { mailer, folder, lines } = opened({ smtpUrl: url });
    await mailer.send(mail, "reset-1");
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ from: "no-reply@quay.example.com", to: ["someone@example.com"] });
    const { headers, text } = read(taken[0]?.message ?? "");
    expect(headers.get("Message-ID")).toBe("<reset-1@quay.example.com>");
    expect(shown(headers.get("Subject"))).toBe("重新设置密码");
    expect(text.trimEnd()).toBe(mail.text.trimEnd());
    expect(() => readdirSync(folder)).toThrow("ENOENT");
    expect(lines).toEqual([{ fields: { mailId: "reset-1" }, text: "mailer.sent" }]);
  });

  it("the same mail sent twice has the same Message-ID", async () => {
    const { url, taken } = await mailServer();
    const { mailer } = opened({ smtpUrl: url });
    await mailer.send(mail, "reset-1");
    await mailer.send(mail, "reset-1");
    expect(taken.map(({ message }) => read(message).headers.get("Message-ID"))).toEqual(
      Array.from({ length: 2 }, () => "<reset-1@quay.example.com>"),
    );
  });

  it("the mailer signs in with the user name and password in the URL", async () => {
    const seen: unknown[] = [];
    const { url, taken } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    const { mailer } = opened({ smtpUrl: url.replace("//", "//mail-user:p%40ss@") });
    await mailer.send(mail, "reset-1");
    expect(seen).toEqual([["mail-user", "p@ss"]]);
    expect(taken).toHaveLength(1);
  });

  it("a failed sign-in can be retried, and reveals neither address nor password", async () => {
    const { url } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error("no such user")),
    });
    const { mailer } = opened({ smtpUrl: url.replace("//", "//mail-user:hidden-word@") });
    const refused = await mailer.send(mail, "reset-1").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MailNotSent);
    expect(refused).toMatchObject({ smtpCode: 535, isPermanent: false });
    expect(String(refused)).not.toContain("hidden-word");
  });

  it.each([
    [550, true],
    [553, true],
    [450, false],
    [503, false],
  ])("reports whether a rejection with %i is permanent", async (code, isPermanent) => {
    const { url, taken } = await mailServer({
      onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`<${address}> is not wanted here`), { responseCode: code })),
    });
    const { mailer, lines } = opened({ smtpUrl: url });
    const refused = await mailer.send(mail, "reset-1").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MailNotSent);
    expect(refused).toMatchObject({ smtpCode: code, isPermanent });
    expect(String(refused)).toContain("is not wanted here");
    expect(JSON.stringify([refused, String(refused), lines])).not.toContain("someone@example.com");
    expect(taken).toEqual([]);
  });

  it("a message rejected after its recipient was accepted is not sent", async () => {
    const { url } = await mailServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on("end", () => done(Object.assign(new Error("looks like an advertisement"), { responseCode: 554 })));
      },
    });
    const { mailer } = opened({ smtpUrl: url });
    await expect(mailer.send(mail, "reset-1")).rejects.toMatchObject({ smtpCode: 554, isPermanent: true });
  });

  it("a send can be retried if the server is down or hangs up", async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { mailer } = opened({ smtpUrl: `smtp://127.0.0.1:${port}` });
    await expect(mailer.send(mail, "reset-1")).rejects.toMatchObject({ name: "MailNotSent", smtpCode: null, isPermanent: false });
    await new Promise((resolve) => server.close(resolve));
    await expect(mailer.send(mail, "reset-1")).rejects.toMatchObject({ name: "MailNotSent", smtpCode: null, isPermanent: false });
  });

  it("a send times out if the server does not respond", async () => {
    const server = createServer((socket) => void socket.on("error", () => undefined));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    toClose.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { mailer } = opened({ smtpUrl: `smtp://127.0.0.1:${port}`, smtpTimeoutMs: 300 });
    const started = performance.now();
    await expect(mailer.send(mail, "reset-1")).rejects.toMatchObject({ smtpCode: null, isPermanent: false });
    expect(performance.now() - started).toBeGreaterThan(250);
  });
});

describe("a mailer that closes", () => {
  it("waits for the mail in progress and accepts no others", async () => {
    let goOn: (() => void) | undefined;
    const onMailFrom: SMTPServerOptions["onMailFrom"] = (_address, _session, done) => {
      goOn = done;
    };
    const { url, taken } = await mailServer({ onMailFrom });
    const { mailer } = opened({ smtpUrl: url });
    const sending = mailer.send(mail, "reset-1");
    let isClosed = false;
    const closing = mailer.close().then(() => (isClosed = true));
    await expect(mailer.send(mail, "reset-2")).rejects.toThrow("mailer: closed");
    await expect.poll(() => goOn, { timeout: 10_000 }).toBeDefined();
    expect(isClosed).toBe(false);
    goOn?.();
    await Promise.all([sending, closing]);
    expect(taken).toHaveLength(1);
  });
});
