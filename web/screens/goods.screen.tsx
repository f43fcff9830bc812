import { createAddToCatalogueAction } from "#src/billing/catalogue/add-to-catalogue-action.ts";
import { GoodsActions } from "#src/warehouse/goods/added-actions.ts";
import { GoodsScreen as Goods } from "#src/warehouse/goods/goods.screen.tsx";

const actions = [createAddToCatalogueAction()];

/** Goods, with the action that offers them in the catalogue. */
export function GoodsScreen() {
  return (
    <GoodsActions value={actions}>
      <Goods />
    </GoodsActions>
  );
}
