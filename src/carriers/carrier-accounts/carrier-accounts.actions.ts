import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { CarrierAccount } from "./carrier-accounts.contract.ts";
import { createCarrierAccount, deleteCarrierAccount, setCarrierAccountEnabled, updateCarrierAccount } from "./carrier-accounts.contract.ts";

const unchanged: Obstacle = { code: null, isHidden: true };

type Stated = Pick<CarrierAccount, "is_enabled">;

/** Actions on carrier accounts. A page of the list does not include the total, so the server enforces the limit. */
export const carrierAccountsActions = defineActions({
  create: { calls: [createCarrierAccount] },
  edit: { calls: [updateCarrierAccount] },
  enable: { calls: [setCarrierAccountEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? unchanged : null) },
  disable: { calls: [setCarrierAccountEnabled], check: ({ is_enabled }: Stated) => (is_enabled ? null : unchanged) },
  remove: {
    calls: [deleteCarrierAccount],
    check: ({ channel_count }: Pick<CarrierAccount, "channel_count">): Obstacle | null =>
      channel_count > 0 ? { code: "carrierAccounts.inUse" } : null,
  },
});
