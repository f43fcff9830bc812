import { newId } from "#server/platform/runtime/clock.ts";
import { tinyPng } from "#tests/factories/tiny-png.ts";
import { uploadImages } from "#src/kit/files/files.contract.ts";
import { request } from "./client.ts";
import type { Aim, Example } from "./example.ts";
import { addGoodsRows } from "./rows-goods.ts";
import type { GoodsRows } from "./rows-goods.ts";
import type { Person } from "./world.ts";

async function goodsOf({ test }: Aim, person: Person): Promise<GoodsRows> {
  const acting = { kind: person.role, providerUuid: person.providerUuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid };
  return test.services.database.transaction(acting, (tx) => addGoodsRows(tx, person));
}
const own = (aim: Aim) => goodsOf(aim, aim.owner);
const foreign = (aim: Aim) => goodsOf(aim, aim.foreign.person);

/** Creates an example whose input refers to the owner's goods, or another's. */
function about(input: (goods: GoodsRows) => object): Example {
  return { own: async (aim) => input(await own(aim)), withForeign: async (aim) => input(await foreign(aim)) };
}

const freshSku = () => `SKU ${newId()}`;
const product = () => ({ title: "Mug", variants: [{ sku: freshSku(), barcodes: ["6901234567892"] }] });

async function uploaded({ test, owner }: Aim): Promise<string[]> {
  const { data } = await request(
    test.app,
    uploadImages,
    {},
    { token: owner.token, files: [{ field: "images", name: "a.png", bytes: tinyPng }] },
  );
  return data.result.map(({ filename }) => filename);
}

/** An input for each goods call. */
export const goodsExamples: Readonly<Record<string, Example>> = {
  "goods.query-product": { own: async () => ({}), withForeign: async (aim) => ({ owner_uuid: (await foreign(aim)).ownerUuid }) },
  "goods.list-variants": {
    own: async (aim) => ({ code: (await own(aim)).barcode }),
    withForeign: async (aim) => ({ owner_uuid: (await foreign(aim)).ownerUuid }),
  },
  "goods.get-product": about(({ productUuid }) => ({ product_uuid: productUuid })),
  "goods.get-related-products": about(({ variantUuid }) => ({ variant_id: variantUuid })),
  "goods.list-owners": { own: async () => ({}), withForeign: async (aim) => ({ owner_uuid: (await foreign(aim)).ownerUuid }) },
  "goods.create-product": {
    own: async () => product(),
    withForeign: async (aim) => ({ ...product(), owner_uuid: (await foreign(aim)).ownerUuid }),
  },
  "goods.update-product": about(({ productUuid }) => ({ product_uuid: productUuid, title: "Cup", version: 1 })),
  "goods.add-variant": about(({ productUuid }) => ({ product_uuid: productUuid, sku: freshSku() })),
  "goods.update-variant": about(({ variantUuid }) => ({ variant_uuid: variantUuid, sku: freshSku(), version: 1 })),
  "goods.measure-variant": about(({ variantUuid }) => ({ variant_uuid: variantUuid, weight_grams: 351 })),
  "goods.add-barcode": about(({ variantUuid }) => ({ variant_uuid: variantUuid, barcode: "CARTON-12", pieces: 12 })),
  "goods.remove-barcode": about(({ otherVariantUuid, barcode }) => ({ variant_uuid: otherVariantUuid, barcode })),
  "goods.set-bundle": {
    own: async (aim) => {
      const { variantUuid, otherVariantUuid } = await own(aim);
      return { variant_uuid: variantUuid, version: 1, components: [{ variant_uuid: otherVariantUuid, quantity: 2 }] };
    },
    withForeign: async (aim) => {
      const { variantUuid } = await own(aim);
      return { variant_uuid: variantUuid, version: 1, components: [{ variant_uuid: (await foreign(aim)).variantUuid, quantity: 2 }] };
    },
  },
  "goods.set-archived": {
    own: async (aim) => ({ variant_uuids: [(await own(aim)).variantUuid], archived: true }),
    withForeign: async (aim) => ({ variant_uuids: [(await own(aim)).variantUuid, (await foreign(aim)).variantUuid], archived: true }),
  },
  "goods.set-images": {
    own: async (aim) => ({ product_uuid: (await own(aim)).productUuid, version: 1, images: await uploaded(aim) }),
    withForeign: async (aim) => ({ product_uuid: (await foreign(aim)).productUuid, version: 1, images: await uploaded(aim) }),
  },
  "goods.preview-merge": {
    own: async (aim) => {
      const { variantUuid, otherVariantUuid } = await own(aim);
      return { from_uuids: [variantUuid], into_uuid: otherVariantUuid };
    },
    withForeign: async (aim) => ({ from_uuids: [(await foreign(aim)).variantUuid], into_uuid: (await own(aim)).variantUuid }),
  },
  "goods.merge-variants": {
    own: async (aim) => {
      const { variantUuid, otherVariantUuid } = await own(aim);
      return { from_uuids: [variantUuid], into_uuid: otherVariantUuid };
    },
    withForeign: async (aim) => ({ from_uuids: [(await foreign(aim)).variantUuid], into_uuid: (await own(aim)).variantUuid }),
  },
  "goods.product-print-label": about(({ productUuid }) => ({ product_uuids: [productUuid] })),
};
