import type { OutputOf } from "#src/api/define-call.ts";
import type { Obstacle } from "#src/ui/action/action.ts";
import { defineActions } from "#src/ui/action/action.ts";
import type { myPin } from "./hand-over.contract.ts";
import { makeBadge, removePin, setPin } from "./hand-over.contract.ts";

type OwnPin = Pick<OutputOf<typeof myPin>, "pin_set_at" | "badge_made_at">;

/** What staff do with their PIN and their badge. */
export const scanningActions = defineActions({
  setPin: { calls: [setPin] },
  removePin: {
    calls: [removePin],
    check: ({ pin_set_at, badge_made_at }: OwnPin): Obstacle | null =>
      pin_set_at === null && badge_made_at === null ? { code: null, isHidden: true } : null,
  },
  makeBadge: { calls: [makeBadge] },
});
