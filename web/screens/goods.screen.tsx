import { createOfferAction } from "#src/billing/catalogue/offer-action.ts";
import { GoodsActions } from "#src/warehouse/goods/added-actions.ts";
import { GoodsScreen as Goods } from "#src/warehouse/goods/goods.screen.tsx";

const actions = [createOfferAction()];

/** Goods, with the action that offers them in the catalogue. */
export function GoodsScreen() {
  return (
    <GoodsActions value={actions}>
      <Goods />
    </GoodsActions>
  );
}
