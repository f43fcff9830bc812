import { sql } from "kysely";
import type { Updateable } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { createChannel, updateChannel } from "#src/carriers/channels/channels.contract.ts";
import { carrierApiNames, offersLabelFormat } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import type { CarrierApiName } from "#src/carriers/carrier-accounts/carrier-accounts.rules.ts";
import { channelsChanged } from "#src/carriers/channels/channels.contract.ts";
import { mostChannels } from "#src/carriers/channels/channels.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import type { DB } from "#server/platform/db/schema.generated.ts";
import type { Tx } from "#server/platform/db/row-security.ts";
import { getViolatedForeignKey, getViolatedUnique } from "#server/platform/db/violations.ts";
import { publishEvent } from "#server/platform/realtime/events.ts";
import { countChannels } from "./channels.queries.ts";

/** Whose channels change, and when. */
export interface ChannelContext {
  readonly tx: Tx;
  readonly providerUuid: string;
  readonly now: Date;
}

export type Versioned = Result<{ version: number }, RefusalName>;

/** Which version of a channel a change is based on. */
export interface ChannelVersion {
  readonly channel_uuid: string;
  readonly version: number;
}

function notifyChanged({ tx, providerUuid }: ChannelContext, channelUuid: string | null): Promise<void> {
  return publishEvent(tx, channelsChanged, { providerUuid }, { channel_uuid: channelUuid });
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<Result<T, "channels.nameTaken">> {
  try {
    return ok(await work());
  } catch (error) {
    if (getViolatedUnique(error) === "channel_name_key") return refuse("channels.nameTaken");
    throw error;
  }
}

interface ChosenAccount {
  /** null for a manual channel, which counts as enabled */
  readonly apiName: CarrierApiName | null;
  readonly isEnabled: boolean;
}

/**
 * Finds the account chosen for a channel and locks it, so that its state cannot change.
 * @returns null if the provider has no such account
 */
async function findAccount({ tx, providerUuid }: ChannelContext, accountUuid: string | null): Promise<ChosenAccount | null> {
  if (accountUuid === null) return { apiName: null, isEnabled: true };
  const account = await tx
    .selectFrom("carrier_account")
    .select(["is_enabled", "api_name"])
    .where("provider_uuid", "=", providerUuid)
    .where("carrier_account_uuid", "=", accountUuid)
    .forShare()
    .executeTakeFirst();
  if (account === undefined) return null;
  return { apiName: carrierApiNames.find((name) => name === account.api_name) ?? "other", isEnabled: account.is_enabled };
}

/**
 * Creates a channel without prices.
 * @returns its uuid
 */
export async function insertChannel(
  context: ChannelContext,
  { provider_uuid: _checked, ...fields }: ParsedInputOf<typeof createChannel>,
): Promise<Result<string, RefusalName>> {
  const { tx, providerUuid, now } = context;
  // Serialized, so that two concurrent calls cannot both create the last allowed channel.
  await sql`select pg_advisory_xact_lock(hashtext('channels.create'), hashtext(${providerUuid}))`.execute(tx);
  const account = await findAccount(context, fields.carrier_account_uuid);
  if (account === null) return refuse("notFound");
  if (!offersLabelFormat(account.apiName, fields.label_format)) return refuse("channels.labelFormatUnfit");
  const { count } = await tx
    .selectFrom("channel")
    .select((channel) => channel.fn.countAll<number>().as("count"))
    .where("provider_uuid", "=", providerUuid)
    .executeTakeFirstOrThrow();
  if (count >= mostChannels) return refuse("channels.tooMany");
  const channelUuid = newId();
  const made = await refuseTakenName(() =>
    tx
      .insertInto("channel")
      .values({
        ...fields,
        provider_uuid: providerUuid,
        channel_uuid: channelUuid,
        is_account_enabled: account.isEnabled,
        created_at: now,
      })
      .execute(),
  );
  if (!made.ok) return made;
  await notifyChanged(context, channelUuid);
  return ok(channelUuid);
}

/** Locks a channel and returns why it cannot be changed: it does not exist, or has another version. Null if it can. */
export async function findChangeRefusal(
  { tx, providerUuid }: ChannelContext,
  { channel_uuid, version }: ChannelVersion,
): Promise<"notFound" | "changedMeanwhile" | null> {
  const channel = await tx
    .selectFrom("channel")
    .select("version")
    .where("provider_uuid", "=", providerUuid)
    .where("channel_uuid", "=", channel_uuid)
    .forUpdate()
    .executeTakeFirst();
  if (channel === undefined) return "notFound";
  return channel.version === version ? null : "changedMeanwhile";
}

/** Sets columns of a locked channel and gives it its next version. */
export async function setChannel(
  context: ChannelContext,
  { channel_uuid, version }: ChannelVersion,
  columns: Updateable<DB["channel"]>,
): Promise<{ version: number }> {
  const { tx, providerUuid } = context;
  await tx
    .updateTable("channel")
    .set({ ...columns, version: version + 1 })
    .where("provider_uuid", "=", providerUuid)
    .where("channel_uuid", "=", channel_uuid)
    .execute();
  await notifyChanged(context, channel_uuid);
  return { version: version + 1 };
}

/** Changes a channel's name, codes, account, label format and countries. */
export async function changeChannel(context: ChannelContext, input: ParsedInputOf<typeof updateChannel>): Promise<Versioned> {
  const { name, code, internal_id, carrier_account_uuid, label_format, include_countries, exclude_countries } = input;
  // Accounts are locked before channels, as when an account is disabled.
  const account = await findAccount(context, carrier_account_uuid);
  const refusal = await findChangeRefusal(context, input);
  if (refusal !== null) return refuse(refusal);
  if (account === null) return refuse("notFound");
  if (!offersLabelFormat(account.apiName, label_format)) return refuse("channels.labelFormatUnfit");
  const columns = { name, code, internal_id, carrier_account_uuid, label_format, include_countries, exclude_countries };
  return refuseTakenName(() => setChannel(context, input, { ...columns, is_account_enabled: account.isEnabled }));
}

/**
 * Enables or disables channels. Those already in that state are not changed.
 * @returns the uuids of those that changed
 */
export async function setEnabled(
  context: ChannelContext,
  { channel_uuids, is_enabled }: { readonly channel_uuids: readonly string[]; readonly is_enabled: boolean },
): Promise<Result<string[], RefusalName>> {
  const { tx, providerUuid } = context;
  const wanted = [...new Set(channel_uuids.map((uuid) => uuid.toLowerCase()))];
  if ((await countChannels(tx, providerUuid, wanted, true)) < wanted.length) return refuse("notFound");
  const { rows } = await sql<{ channel_uuid: string }>`
    with locked as (
      select channel_uuid from channel
      where provider_uuid = ${providerUuid} and channel_uuid = any(${wanted}::uuid[]) and is_enabled <> ${is_enabled}
      order by channel_uuid for update
    )
    update channel c set is_enabled = ${is_enabled}, version = version + 1 from locked l
    where c.provider_uuid = ${providerUuid} and c.channel_uuid = l.channel_uuid returning c.channel_uuid`.execute(tx);
  if (rows.length > 0) await notifyChanged(context, null);
  return ok(rows.map(({ channel_uuid }) => channel_uuid));
}

/** Deletes a channel with its prices and cut-offs. One that orders name can only be disabled. */
export async function removeChannel(context: ChannelContext, input: ChannelVersion): Promise<Result<Record<string, never>, RefusalName>> {
  const refusal = await findChangeRefusal(context, input);
  if (refusal !== null) return refuse(refusal);
  try {
    await context.tx
      .deleteFrom("channel")
      .where("provider_uuid", "=", context.providerUuid)
      .where("channel_uuid", "=", input.channel_uuid)
      .execute();
  } catch (error) {
    if (getViolatedForeignKey(error) !== null) return refuse("channels.inUse");
    throw error;
  }
  await notifyChanged(context, input.channel_uuid);
  return ok({});
}
