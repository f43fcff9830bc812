import { emptyPage } from "#src/kit/api/list.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import {
  createChannel,
  deleteChannel,
  fetchAllChannels,
  getSpecifiedChannels,
  listChannels,
  listCurrencies,
  saveCutOffs,
  savePrices,
  setChannelsEnabled,
  updateChannel,
} from "#src/carriers/channels/channels.contract.ts";
import { writeAudit, writeAuditOfAll } from "#server/platform/audit-trail/audit.commands.ts";
import { implement, requireActor } from "#server/platform/http/context.ts";
import type { CallContext, Implementation } from "#server/platform/http/context.ts";
import { replaceCutOffs, replacePrices } from "./channel-prices.commands.ts";
import { changeChannel, insertChannel, removeChannel, setEnabled } from "./channel.commands.ts";
import type { ChannelContext } from "./channel.commands.ts";
import { countChannels, listChannelPage, listPricedChannels, readWalletCurrencies } from "./channels.queries.ts";

/** @throws Error for a session without a provider: the calls are only for staff */
function getChannelContext(context: CallContext): ChannelContext {
  const { providerUuid } = requireActor(context);
  if (providerUuid === null) throw new Error("a staff session has no provider");
  return { tx: context.tx, providerUuid, now: context.now };
}

function auditChannel(
  { tx, ...context }: CallContext,
  action: string,
  subjectUuid: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return writeAudit(tx, context, { action, subjectType: "channel", subjectUuid, detail });
}

const isStaff = (context: CallContext) => requireActor(context).role !== "dropShipper";

const specified = implement(getSpecifiedChannels, async ({ channel_uuids, ...request }, context) => {
  const { providerUuid } = requireActor(context);
  const wanted = [...new Set(channel_uuids.map((uuid) => uuid.toLowerCase()))];
  if (providerUuid === null) return wanted.length === 0 ? ok(emptyPage()) : refuse("notFound");
  const [page, count] = await Promise.all([
    listPricedChannels(context.tx, providerUuid, wanted, request, isStaff(context)),
    wanted.length === 0 ? 0 : countChannels(context.tx, providerUuid, wanted, isStaff(context)),
  ]);
  return count < wanted.length ? refuse("notFound") : page;
});

/** The calls of channels, their prices and their cut-offs. */
export const channelsRoutes: readonly Implementation[] = [
  implement(listChannels, async (input, context) => {
    const { providerUuid } = requireActor(context);
    return providerUuid === null ? ok(emptyPage()) : listChannelPage(context.tx, providerUuid, input, isStaff(context));
  }),

  implement(fetchAllChannels, async (input, context) => {
    const { providerUuid } = requireActor(context);
    return providerUuid === null ? ok(emptyPage()) : listPricedChannels(context.tx, providerUuid, [], input, isStaff(context));
  }),

  specified,

  implement(listCurrencies, async (_input, context) => {
    const { tx, providerUuid } = getChannelContext(context);
    return ok({ result: await readWalletCurrencies(tx, providerUuid) });
  }),

  implement(createChannel, async (input, context) => {
    const made = await insertChannel(getChannelContext(context), input);
    if (!made.ok) return made;
    const { provider_uuid: _checked, ...detail } = input;
    await auditChannel(context, createChannel.name, made.value, detail);
    return ok({ channel_uuid: made.value, version: 1 });
  }),

  implement(updateChannel, async (input, context) => {
    const changed = await changeChannel(getChannelContext(context), input);
    if (!changed.ok) return changed;
    const { provider_uuid: _checked, channel_uuid, version: _version, ...detail } = input;
    await auditChannel(context, updateChannel.name, channel_uuid, detail);
    return changed;
  }),

  implement(setChannelsEnabled, async (input, context) => {
    const changed = await setEnabled(getChannelContext(context), input);
    if (!changed.ok) return changed;
    const { is_enabled } = input;
    await writeAuditOfAll(
      context.tx,
      context,
      changed.value.map((subjectUuid) => ({
        action: setChannelsEnabled.name,
        subjectType: "channel",
        subjectUuid,
        detail: { is_enabled },
      })),
    );
    return ok({ changed: changed.value.length });
  }),

  implement(deleteChannel, async (input, context) => {
    const removed = await removeChannel(getChannelContext(context), input);
    if (!removed.ok) return removed;
    await auditChannel(context, deleteChannel.name, input.channel_uuid);
    return removed;
  }),

  implement(savePrices, async (input, context) => {
    const changed = await replacePrices(getChannelContext(context), input);
    if (!changed.ok) return changed;
    const { provider_uuid: _checked, channel_uuid, version: _version, ...detail } = input;
    await auditChannel(context, savePrices.name, channel_uuid, detail);
    return changed;
  }),

  implement(saveCutOffs, async (input, context) => {
    const changed = await replaceCutOffs(getChannelContext(context), input);
    if (!changed.ok) return changed;
    await auditChannel(context, saveCutOffs.name, input.channel_uuid, { cut_offs: input.cut_offs });
    return changed;
  }),
];
