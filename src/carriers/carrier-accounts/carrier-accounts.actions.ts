import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { CarrierAccount } from "./carrier-accounts.contract.ts";
import {
  createCarrierAccount,
  deleteCarrierAccount,
  setCarrierAccountEnabled,
  syncChannels,
  testCarrierAccount,
  updateCarrierAccount,
} from "./carrier-accounts.contract.ts";
import { getCallRefusal } from "./carrier-accounts.rules.ts";
import type { CallableAccount } from "./carrier-accounts.rules.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

type Stated = Pick<CarrierAccount, "is_enabled">;

function checkCallable(account: CallableAccount): Obstacle | null {
  const code = getCallRefusal(account);
  return code === null ? null : { code };
}

/** Actions on carrier accounts. A page of the list does not include the total, so the server enforces the limit. */
export const carrierAccountsActions = defineActions({
  create: { calls: [createCarrierAccount] },
  edit: { calls: [updateCarrierAccount] },
  enable: { calls: [setCarrierAccountEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? unchanged : null) },
  disable: { calls: [setCarrierAccountEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? null : unchanged) },
  test: { calls: [testCarrierAccount], check: checkCallable },
  sync: { calls: [syncChannels], check: checkCallable },
  remove: {
    calls: [deleteCarrierAccount],
    check: ({ channel_count }: Pick<CarrierAccount, "channel_count">): Obstacle | null =>
      channel_count > 0 ? { code: "carrierAccounts.inUse" } : null,
  },
});
