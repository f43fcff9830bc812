import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Language } from "#src/kit/lib/languages.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { channelsChanged } from "#src/carriers/channels/channels.contract.ts";
import { mostChannels } from "#src/carriers/channels/channels.rules.ts";
import type { CarrierChannel } from "#server/integrations/carriers/carrier.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { ChannelContext } from "./channel.commands.ts";

/** The account whose services become channels. */
interface SyncedAccount {
  readonly accountUuid: string;
  /** of the channels' names */
  readonly language: Language;
}

const mostNameLength = 80;
const mostCodeLength = 60;

const fold = (text: string) => text.toLowerCase();

/** Names a channel after its service: with the account's label, then with a number, if another channel has that name. */
function chooseName({ nameEn, nameZh, code }: CarrierChannel, language: Language, label: string, taken: ReadonlySet<string>): string {
  const [first, second] = language === "zh_cn" ? [nameZh, nameEn] : [nameEn, nameZh];
  const name = (first || second || code).replace(/\s+/g, " ").trim();
  for (let number = 0; ; number += 1) {
    const end = number === 0 ? "" : number === 1 ? ` (${label.slice(0, 40)})` : ` (${code.slice(0, 30)} ${number})`;
    const wanted = `${name.slice(0, mostNameLength - end.length).trim()}${end}`;
    if (!taken.has(fold(wanted))) return wanted;
  }
}

/**
 * Adds the services of an account that have no channel yet: disabled, without prices, and the existing channels stay as they are. Serialized for each provider, so
 * that two syncs at once do not add a service twice.
 */
export async function addMissingChannels(
  { tx, providerUuid, now }: ChannelContext,
  { accountUuid, language }: SyncedAccount,
  services: readonly CarrierChannel[],
): Promise<Result<{ added: { channelUuid: string; name: string; code: string }[]; existing: number }, RefusalName>> {
  // Before any row is read, as when a channel is created.
  await sql`select pg_advisory_xact_lock(hashtext('channels.create'), hashtext(${providerUuid}))`.execute(tx);
  // Accounts are locked before channels.
  const account = await tx
    .selectFrom("carrier_account")
    .select(["label", "is_enabled"])
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", accountUuid)
    .forShare()
    .executeTakeFirst();
  if (account === undefined) return refuse("notFound");
  const channels = await tx
    .selectFrom("channel")
    .select(["name", "code", "internal_id", "carrier_account_uuid"])
    .where("provider_uuid", "=", providerUuid)
    .execute();
  const own = channels.filter(({ carrier_account_uuid }) => carrier_account_uuid === accountUuid);
  const codes = new Set(own.map(({ code }) => fold(code)));
  const ids = new Set(own.flatMap(({ internal_id }) => (internal_id === "" ? [] : [internal_id])));
  const names = new Set(channels.map(({ name }) => fold(name)));
  const added = [];
  let existing = 0;
  for (const service of services) {
    const [code, internal_id] = [service.code.slice(0, mostCodeLength), service.internalId.slice(0, mostCodeLength)];
    if (codes.has(fold(code)) || (internal_id !== "" && ids.has(internal_id))) {
      existing += 1;
      continue;
    }
    const name = chooseName(service, language, account.label, names);
    codes.add(fold(code));
    names.add(fold(name));
    added.push({ channelUuid: newId(), name, code, internal_id });
  }
  if (channels.length + added.length > mostChannels) return refuse("channels.tooMany");
  if (added.length > 0) {
    await tx
      .insertInto("channel")
      .values(
        added.map(({ channelUuid, ...fields }) => ({
          ...fields,
          provider_uuid: providerUuid,
          channel_uuid: channelUuid,
          carrier_account_uuid: accountUuid,
          is_account_enabled: account.is_enabled,
          is_enabled: false,
          created_at: now,
        })),
      )
      .execute();
    await publishEvent(tx, channelsChanged, { providerUuid }, { channel_uuid: null });
  }
  return ok({ added, existing });
}
