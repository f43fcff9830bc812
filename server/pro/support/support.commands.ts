import { randomInt } from "node:crypto";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { codeLetters, formatCode } from "#src/pro/entitlement/entitlement.rules.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { sendRequest } from "#src/pro/support/support.contract.ts";
import { nameBucket, countAgainst, toNetwork } from "#server/platform/http/rate-limits.commands.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import type { RequestContext } from "#server/platform/http/context.ts";
import { sendMail } from "#server/platform/mailer/mailer.commands.ts";
import { findSite } from "#server/platform/http/sites.queries.ts";
import { requestForAnswer } from "./support.queries.ts";
import type { SupportRequest } from "./support.queries.ts";
import { supportAnswerMail } from "./answer-mail-texts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const perNetworkAnHour = 5;
const perAddressADay = 5;
/** The shortest time in which a person can fill in the form. */
const leastOpenMs = 2000;

type NewRequest = ParsedInputOf<typeof sendRequest>;

/** Creates a request number for correspondence: `S-BCDF-GHJK`, one of 2.5e10. */
export function createRequestNumber(): string {
  const letters = Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)] ?? "").join("");
  return `S-${formatCode(letters)}`;
}

/** Whether a bot filled in the form: it filled in the hidden field, or was faster than a person can be. */
export function isFromMachine({ website, open_ms }: Pick<NewRequest, "website" | "open_ms">): boolean {
  return website !== "" || open_ms < leastOpenMs;
}

/**
 * Counts a message against its sender's limits, in a separate transaction, because the count must survive a refusal.
 * @returns whether it is accepted
 */
export async function countRequest({ email }: Pick<NewRequest, "email">, { services, address, now }: RequestContext): Promise<boolean> {
  return services.database.transaction(anonymous, async (tx) => {
    const network = nameBucket("support.send-request network", toNetwork(address));
    if (!(await countAgainst(tx, network, perNetworkAnHour, hourMs, now))) return false;
    return countAgainst(tx, nameBucket("support.send-request email", email.toLowerCase()), perAddressADay, dayMs, now);
  });
}

/** Stores a message and returns its number. An anonymous sender may insert but not read, so the insert returns nothing. */
export async function addRequest(tx: Tx, { website: _website, open_ms: _openMs, ...input }: NewRequest, now: Date): Promise<string> {
  const number = createRequestNumber();
  await tx
    .insertInto("support_request")
    .values({ ...input, request_uuid: newId(), number, status: "OPEN", created_at: now })
    .execute();
  return number;
}

interface Answering {
  readonly requestUuid: string;
  readonly version: number;
  readonly answer: string;
  readonly byUserUuid: string;
}

/** Answers a message once, by a mail that is sent with this transaction. The caller must act as a site administrator. */
export async function answerOne(
  tx: Tx,
  { requestUuid, version, answer, byUserUuid }: Answering,
  { services, now, host, isHomepagePort }: RequestContext,
): Promise<Result<SupportRequest, "notFound" | "changedMeanwhile">> {
  const before = await requestForAnswer(tx, requestUuid);
  if (before === null) return refuse("notFound");
  if (before.version !== version || before.status !== "OPEN") return refuse("changedMeanwhile");
  await tx
    .updateTable("support_request")
    .set({ status: "ANSWERED", answer, answered_by: byUserUuid, answered_at: now, version: version + 1 })
    .where("request_uuid", "=", requestUuid)
    .where("version", "=", version)
    .execute();
  const site = await findSite(tx, host, isHomepagePort);
  const siteTitle = before.language === "zh_cn" ? (site?.homepage_title ?? "码头云仓") : (site?.homepage_title_en ?? "Quayside");
  await sendMail(tx, services, {
    to: before.email,
    ...supportAnswerMail(before.language, { number: before.number, siteTitle, answer, message: before.message }),
  });
  return ok({ ...before, status: "ANSWERED", answer, answered_at: now.toISOString(), version: version + 1 });
}
