import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { Channel } from "./channels.contract.ts";
import { createChannel, deleteChannel, saveCutOffs, savePrices, setChannelsEnabled, updateChannel } from "./channels.contract.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

type Stated = Pick<Channel, "is_enabled">;

/** Actions on channels. A page of the list does not include the total, so the server enforces the limit. */
export const channelsActions = defineActions({
  create: { calls: [createChannel] },
  edit: { calls: [updateChannel] },
  enable: { calls: [setChannelsEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? unchanged : null) },
  disable: { calls: [setChannelsEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? null : unchanged) },
  remove: { calls: [deleteChannel] },
  prices: { calls: [savePrices] },
  cutOffs: { calls: [saveCutOffs] },
});
