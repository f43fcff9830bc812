import { formatNumber } from "#src/kit/lib/formats.ts";
import type { Action, ActionTools, BatchResult, CellTools, Column } from "#src/kit/ui/list/list-definition.ts";
import { defineList } from "#src/kit/ui/list/list-definition.ts";
import type { Tone } from "#src/kit/ui/status-tag.tsx";
import { StatusTag } from "#src/kit/ui/status-tag.tsx";
import { callRowByRow } from "#src/kit/api/row-by-row.ts";
import { channelsActions } from "./channels.actions.ts";
import type { Channel } from "./channels.contract.ts";
import { listChannels, setChannelsEnabled } from "./channels.contract.ts";
import { mostChannels } from "./channels.rules.ts";
import { formatCountries, formatCutOffs } from "./channel-words.ts";

/** What a list of channels opens. */
export interface ChannelsOpen {
  /** opens a channel's page */
  readonly show: (channel: Channel) => void;
  /** opens the dialog of a new channel */
  readonly create: () => void;
}

/** Whether a channel can ship, or what prevents it. */
export function getChannelState({ is_enabled, is_account_enabled, zone_count }: Channel): {
  tone: Tone;
  key: "disabled" | "accountDisabled" | "noPrices" | "enabled";
} {
  if (!is_enabled) return { tone: "quiet", key: "disabled" };
  if (!is_account_enabled) return { tone: "warn", key: "accountDisabled" };
  return zone_count === 0 ? { tone: "warn", key: "noPrices" } : { tone: "good", key: "enabled" };
}

async function setEnabled({ rows, caller: { client }, reload }: ActionTools<Channel>, is_enabled: boolean): Promise<BatchResult> {
  const result = await callRowByRow({
    rows,
    most: mostChannels,
    id: ({ channel_uuid }) => channel_uuid,
    label: ({ name }) => name,
    perform: (part) =>
      client.call(setChannelsEnabled, { channel_uuids: part.map(({ channel_uuid }) => channel_uuid), is_enabled }, { isQuiet: true }),
  });
  reload();
  return result;
}

const nameColumn: Column<Channel> = { id: "name", title: "channels.column.name", text: ({ name }) => name };
const statusColumn: Column<Channel> = {
  id: "status",
  title: "channels.column.status",
  text: (channel, { t }) => t(`channels.status.${getChannelState(channel).key}`),
  render: (channel, { t }) => {
    const { tone, key } = getChannelState(channel);
    return <StatusTag tone={tone} text={t(`channels.status.${key}`)} />;
  },
};
const codeColumn: Column<Channel> = { id: "code", title: "channels.column.code", text: ({ code }) => code };
const countriesColumn: Column<Channel> = {
  id: "countries",
  title: "channels.column.countries",
  text: formatCountries,
};
const zonesColumn: Column<Channel> = {
  id: "zones",
  title: "channels.column.zones",
  align: "end",
  text: ({ zone_count, currency }, { locale }) => (zone_count === 0 ? "" : `${formatNumber(zone_count, locale)} · ${currency ?? ""}`),
};
const cutOffsColumn: Column<Channel> = { id: "cut-offs", title: "channels.column.cutOffs", text: formatCutOffs, maxWidthPx: 280 };
const accountColumn: Column<Channel> = {
  id: "account",
  title: "channels.column.account",
  text: ({ carrier_account_uuid, account_label }, { t }: CellTools) =>
    carrier_account_uuid === null ? t("channels.manual") : account_label,
};

function createActions({ create }: ChannelsOpen): Action<Channel>[] {
  return [
    {
      id: "new",
      label: "channels.action.new",
      needs: "none",
      shortcut: "n",
      isPrimary: true,
      rule: channelsActions.create,
      perform: create,
    },
    {
      id: "enable",
      label: "channels.action.enable",
      needs: "some",
      rule: channelsActions.enable,
      perform: (tools) => setEnabled(tools, true),
    },
    {
      id: "disable",
      label: "channels.action.disable",
      needs: "some",
      isDangerous: true,
      confirm: "channels.confirmDisable",
      rule: channelsActions.disable,
      perform: (tools) => setEnabled(tools, false),
    },
  ];
}

const nameFilter = { field: "name", label: "channels.column.name", kind: "text" } as const;

/** The provider's channels. */
export function channelsList(open: ChannelsOpen) {
  return defineList({
    name: "channels.list",
    call: listChannels,
    title: "channels.title",
    rowKey: ({ channel_uuid }) => channel_uuid,
    cardTitle: "name",
    secondLine: ["countries", "cut-offs"],
    columns: [nameColumn, statusColumn, accountColumn, codeColumn, countriesColumn, zonesColumn, cutOffsColumn],
    filters: [
      nameFilter,
      { field: "code", label: "channels.column.code", kind: "text" },
      {
        field: "is_enabled",
        label: "channels.column.status",
        kind: "choice",
        options: [
          { value: "true", text: "channels.status.enabled" },
          { value: "false", text: "channels.status.disabled" },
        ],
      },
    ],
    actions: createActions(open),
    onOpen: open.show,
    empty: { text: "channels.empty", action: "new" },
  });
}

/** A supplier's channels as its retailers see them. @param show opens one */
export function offeredChannelsList(show: (channel: Channel) => void) {
  return defineList({
    name: "channels.offered",
    call: listChannels,
    title: "channels.title",
    rowKey: ({ channel_uuid }) => channel_uuid,
    cardTitle: "name",
    secondLine: ["countries", "cut-offs"],
    columns: [nameColumn, codeColumn, countriesColumn, zonesColumn, cutOffsColumn],
    filters: [nameFilter],
    onOpen: show,
    empty: { text: "channels.emptyRetailer" },
  });
}
