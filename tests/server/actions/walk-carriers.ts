import {
  createCarrierAccount,
  listCarrierAccounts,
  setCarrierAccountEnabled,
} from "#src/carriers/carrier-accounts/carrier-accounts.contract.ts";
import { createChannel, listChannels, setChannelsEnabled } from "#src/carriers/channels/channels.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { askAs } from "./walk.ts";
import type { SubjectWalk } from "./walk.ts";

const accountsWalk: SubjectWalk = {
  actions: ["enable", "disable", "remove", "test", "sync"].map((name) => `carrier-accounts.${name}`),
  states: ["enabled", "disabled", "in use", "incomplete", "complete"],
  async make({ test, world, ask }, state, action) {
    const label = `Account ${newId()}`;
    const credentials = state === "complete" ? { client_id: "C-1", api_token: "token-0123456789" } : {};
    const parameters = {
      api_name: state === "complete" || state === "incomplete" ? ("yanwen" as const) : ("other" as const),
      ...credentials,
    };
    // Only the provider creates accounts, and operators may see them.
    const { carrier_account_uuid, version } = await askAs(test, world.provider, createCarrierAccount, { label, ...parameters });
    if (state === "in use") await askAs(test, world.provider, createChannel, { name: label, carrier_account_uuid });
    if (state === "disabled")
      await askAs(test, world.provider, setCarrierAccountEnabled, { carrier_account_uuid, version, is_enabled: false });
    const { result } = await ask(listCarrierAccounts, { label });
    const [subject] = result;
    const input = { carrier_account_uuid, version: subject?.version };
    return {
      subject,
      inputs: {
        "carrier-accounts.set-enabled": { ...input, is_enabled: action === "carrier-accounts.enable" },
        "carrier-accounts.delete-account": input,
        "carrier-accounts.test-account": { carrier_account_uuid },
        "carrier-accounts.sync-channels": { carrier_account_uuid },
      },
    };
  },
};

const channelsWalk: SubjectWalk = {
  actions: ["channels.enable", "channels.disable"],
  states: ["enabled", "disabled"],
  async make({ test, world, ask }, state, action) {
    const name = `Line ${newId()}`;
    const { channel_uuid } = await askAs(test, world.provider, createChannel, { name, carrier_account_uuid: null });
    if (state === "disabled") await askAs(test, world.provider, setChannelsEnabled, { channel_uuids: [channel_uuid], is_enabled: false });
    const { result } = await ask(listChannels, { name });
    return {
      subject: result[0],
      inputs: { "channels.set-enabled": { channel_uuids: [channel_uuid], is_enabled: action === "channels.enable" } },
    };
  },
};

export const carriersWalks: readonly SubjectWalk[] = [accountsWalk, channelsWalk];
