import { rangeProducts } from "./demo-names.ts";
import type { Shape } from "./demo-names.ts";
import { startDrawing } from "./demo-drawings.ts";
import { confirmFile, storeFile } from "./platform/files/files.commands.ts";
import type { FileServices, StoredFile } from "./platform/files/files.commands.ts";
import type { Acting } from "./platform/db/row-security.ts";
import { saveImages } from "./warehouse/goods/images.commands.ts";

/** The products of `demo-goods.ts` and `demo-money.ts`. */
const ownShapes: readonly (readonly [title: string, shape: Shape])[] = [
  ["Enamel mug", "jar"],
  ["Linen tea towel", "cloth"],
  ["Oak cutting board", "tool"],
  ["Beeswax candle", "lamp"],
  ["Stoneware teapot", "jar"],
];
const pictures: ReadonlyMap<string, { readonly shape: Shape; readonly hue: number }> = new Map(
  // The golden angle keeps neighbours apart.
  [...ownShapes, ...rangeProducts].map(([title, shape], index) => [title, { shape, hue: (index * 137.5) % 360 }]),
);

interface DemoOwner {
  readonly providerUuid: string;
  readonly userUuid: string;
}

interface Drawn {
  readonly product: { readonly product_uuid: string; readonly version: number };
  readonly file: StoredFile;
}

/**
 * Draws a picture of each of the demo's products. Files are stored outside of transactions, so this follows the demo's creation; the demo is complete
 * without them, and a failure is only logged.
 * @param people the demo's provider and its user
 */
export async function addDemoPictures(services: FileServices, people: DemoOwner): Promise<void> {
  try {
    await drawAll(services, people);
  } catch (error) {
    services.log.warn({ err: error }, "demo: the products have no pictures");
  }
}

async function drawAll(services: FileServices, { providerUuid, userUuid }: DemoOwner): Promise<void> {
  const acting: Acting = { kind: "provider", providerUuid, userUuid };
  const products = await services.database.transaction(acting, (tx) =>
    tx.selectFrom("product").select(["product_uuid", "title", "version"]).where("provider_uuid", "=", providerUuid).execute(),
  );
  const draw = startDrawing();
  const drawn: Drawn[] = [];
  for (const { title, ...product } of products) {
    const picture = pictures.get(title);
    if (picture === undefined) continue;
    const about = { purpose: "document", name: title, extension: "png" } as const;
    drawn.push({ product, file: await storeFile(services, acting, about, draw(picture.shape, picture.hue)) });
  }
  const now = services.clock.now();
  await services.database.transaction(acting, async (tx) => {
    for (const { product, file } of drawn) {
      if (!(await confirmFile(tx, file, null))) throw new Error("demo pictures: a stored picture is missing");
      const saved = await saveImages({ tx, providerUuid, now }, userUuid, { ...product, images: [file.filename] });
      if (!saved.ok) throw new Error(`demo pictures: ${saved.problem}`);
    }
  });
}
