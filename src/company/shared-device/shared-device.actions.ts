import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { myPin } from "./shared-device.contract.ts";
import { makeBadge, removePin, setPin } from "./shared-device.contract.ts";

type OwnPin = Pick<OutputOf<typeof myPin>, "pin_set_at" | "badge_made_at">;

/** Staff's actions on their PIN and badge. */
export const sharedDeviceActions = defineActions({
  setPin: { calls: [setPin] },
  removePin: {
    calls: [removePin],
    check: ({ pin_set_at, badge_made_at }: OwnPin): Obstacle | null =>
      pin_set_at === null && badge_made_at === null ? { code: null, isHidden: true } : null,
  },
  makeBadge: { calls: [makeBadge] },
});
