import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import type { Clock } from "../runtime/clock.ts";

/** One mail to one person. */
export interface Mail {
  /** an e-mail address, nothing else */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Sends mails. */
export interface Mailer {
  /**
   * Sends a mail; resolves when the mail server has accepted it, or its file is written.
   *
   * @param id identifies the mail for ever, 1 to 64 letters, digits, `_` and `-`: it becomes the Message-ID, so that the second send of a retried
   *   job is recognised as the same mail, and writes the same file
   * @throws MailNotSent if the mail server refused it or was unreachable: a job retries unless `isPermanent`. Error on a bug: an invalid address, a
   *   line break in the subject, a bad id, a closed mailer.
   */
  send(mail: Mail, id: string): Promise<void>;
  /** Waits for mails in progress, then accepts no more. */
  close(): Promise<void>;
}

export interface MailerConfig {
  /** `smtp://` or `smtps://`, with user and password if needed; without it mails become files */
  smtpUrl?: string | undefined;
  /** the sender: an address, or `Name <address>` */
  mailFrom: string;
  dataDir: string;
  /** how long the mail server may be silent at each step; 20 s by default */
  smtpTimeoutMs?: number | undefined;
}

/** Thrown if the mail server did not accept a mail. Holds no address and no password: it may be logged. */
export class MailNotSent extends Error {
  /** the mail server's reply code, e.g. 550; null without a reply */
  readonly smtpCode: number | null;
  /** whether the same mail would be refused again */
  readonly isPermanent: boolean;

  constructor(reason: string, smtpCode: number | null) {
    super(`mailer: not sent: ${reason}`);
    this.name = "MailNotSent";
    this.smtpCode = smtpCode;
    // 503 means that the session went wrong, not the mail; 530 to 539 that we are not authorised, which a new configuration fixes
    this.isPermanent = smtpCode !== null && smtpCode >= 500 && smtpCode !== 503 && !(smtpCode >= 530 && smtpCode < 540);
  }
}

interface Log {
  info(fields: object, text: string): void;
}

type Deliver = (message: SendMailOptions & { text: string }, id: string) => Promise<void>;

const usualSmtpTimeoutMs = 20_000;
// looser than a person's address: a machine may write as somebody@localhost
const senderShape = /^[^\s@<>,;:"()]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
// RFC 5322, 2.1.1, without the line break
const longestLineBytes = 998;
const stampLength = "20260301T120000000Z-".length;

function masked(text: string): string {
  return text.replaceAll(/[^\s<>"@]+@[^\s<>"@]+/g, "***@***");
}

function whyNotSent(error: unknown): MailNotSent {
  if (!(error instanceof Error)) return new MailNotSent("for no reason given", null);
  const smtpCode = "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : null;
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return new MailNotSent(`${code} ${masked(error.message)}`, smtpCode);
}

function bySmtp(smtpUrl: string, timeoutMs: number, log: Log): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  return async (message, id) => {
    try {
      await transport.sendMail(message);
    } catch (error) {
      throw whyNotSent(error);
    }
    log.info({ mailId: id }, "mailer.sent");
  };
}

/**
 * Returns the message with its text unencoded (8bit, RFC 6152) if it has no other part: whoever opens the file wants to copy the link, which
 * quoted-printable breaks.
 */
function asItReads(message: Buffer, text: string): Buffer {
  const head = message.subarray(0, message.indexOf("\r\n\r\n")).toString();
  const lines = text.split(/\r\n|\r|\n/);
  const isTooLong = lines.some((line) => Buffer.byteLength(line) > longestLineBytes);
  if (isTooLong || !/^Content-Type: text\/plain/m.test(head)) return message;
  const as8bit = head.replace(/^Content-Transfer-Encoding: .*$/m, "Content-Transfer-Encoding: 8bit");
  return Buffer.from(`${as8bit}\r\n\r\n${lines.join("\r\n")}`);
}

/** Returns the file that an earlier send of the same mail wrote, or a new name that begins with the time. */
async function chooseFileName(folder: string, id: string, now: Date): Promise<string> {
  const earlier = (await readdir(folder)).find((name) => name.slice(stampLength) === `${id}.eml`);
  return earlier ?? `${now.toISOString().replaceAll(/[-:.]/g, "")}-${id}.eml`;
}

function byFile(folder: string, clock: Clock, log: Log): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (message, id) => {
    const composed = await transport.sendMail(message);
    if (!Buffer.isBuffer(composed.message)) throw new Error("mailer: the composer returned no bytes");
    const bytes = asItReads(composed.message, message.text);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, await chooseFileName(folder, id, clock.now()));
    // Named by the mail, so that a retry overwrites what a killed process left.
    const draft = join(folder, `${id}.draft`);
    try {
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    log.info({ mailPath: path }, "mailer.written");
  };
}

/** Parses the sender into a value: as a text, a comma in the name would make two senders of it. */
function parseSender(mailFrom: string): { name: string; address: string; domain: string } {
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? [];
  const address = (inBrackets ?? mailFrom).trim();
  if (!senderShape.test(address) || /\p{Cc}/u.test(name))
    throw new Error("mailer: MAIL_FROM must be an e-mail address, or a name with one");
  return { name: name.trim(), address, domain: address.slice(address.indexOf("@") + 1) };
}

/** Throws on a line break in a header, which would begin the next one: no input may get that far, so it is a bug. */
function mustBeSafe({ to, subject }: Mail, id: string): void {
  if (getEmailRefusal(to) !== null) throw new Error("mailer: the recipient is not an e-mail address");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject)) throw new Error("mailer: the subject contains a line break or another control character");
  if (!idShape.test(id)) throw new Error("mailer: the id is not 1 to 64 letters, digits, _ and -");
}

/**
 * Opens the mailer: SMTP if a server is configured, else each mail becomes `<dataDir>/mail/<time>-<id>.eml` (mode 0600, RFC 5322) and its path is
 * logged.
 *
 * @throws Error if `mailFrom` is not an address
 */
export function openMailer(config: MailerConfig, { clock, log }: { clock: Clock; log: Log }): Mailer {
  const { domain, ...from } = parseSender(config.mailFrom);
  const deliver =
    config.smtpUrl === undefined
      ? byFile(join(config.dataDir, "mail"), clock, log)
      : bySmtp(config.smtpUrl, config.smtpTimeoutMs ?? usualSmtpTimeoutMs, log);
  const onTheirWay = new Set<Promise<void>>();
  let closed = false;

  function buildMessage({ to, subject, text, html }: Mail, id: string): SendMailOptions & { text: string } {
    return {
      from,
      // as a value, not as a text, which would be parsed as a list of recipients
      to: { name: "", address: to },
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      messageId: `<${id}@${domain}>`,
      date: clock.now(),
      // RFC 3834: absence notices must not reply
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  return {
    send: async (mail, id) => {
      if (closed) throw new Error("mailer: closed");
      mustBeSafe(mail, id);
      const sending = deliver(buildMessage(mail, id), id);
      onTheirWay.add(sending);
      try {
        await sending;
      } finally {
        onTheirWay.delete(sending);
      }
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(onTheirWay);
    },
  };
}
