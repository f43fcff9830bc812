import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { Site } from "./sites.contract.ts";
import { createSite, deleteSite, updateSite } from "./sites.contract.ts";

const checkDelete = ({ is_default }: Pick<Site, "is_default">): Obstacle | null =>
  is_default ? { code: "sites.defaultStays", isHidden: true } : null;

/** A site administrator's actions on sites. */
export const sitesActions = defineActions({
  create: { calls: [createSite] },
  edit: { calls: [updateSite] },
  delete: { calls: [deleteSite], check: checkDelete },
});
