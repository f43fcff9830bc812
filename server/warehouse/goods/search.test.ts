import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { codes } from "#src/kit/api/codes.ts";
import {
  createProduct,
  getRelatedProducts,
  listOwners,
  listVariants,
  measureVariant,
  setBundle,
} from "#src/warehouse/goods/goods.contract.ts";
import { toSearchTokens, toSearchWords } from "#src/warehouse/goods/search-words.rules.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await makeWorld(app);
});
afterAll(() => app.close());

/** The words that the database stores for each text. */
async function kept(texts: readonly string[]): Promise<string[][]> {
  const { rows } = await app.services.database.transaction(platform, (tx) =>
    sql<{ words: string[] }>`select array(select distinct word collate "C" from search_words(t.given) order by 1) as words
      from unnest(${texts}::text[]) with ordinality as t (given, at) order by t.at`.execute(tx),
  );
  return rows.map(({ words }) => words);
}
const inOrder = (words: readonly string[]) => words.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const titles = fc.array(
  fc.oneof(
    fc.constantFrom(
      "Mug",
      "BLUE-01",
      "陶瓷杯",
      "茶",
      "玻璃 茶壶",
      "a.b/c",
      "（大号）",
      "·",
      "İ",
      "ß",
      "É",
      "x".repeat(70),
      "杯".repeat(65),
      "A茶b",
    ),
    fc.string({ unit: "grapheme-ascii" }),
  ),
  { maxLength: 5 },
);

/** Texts with every character of the scripts used in titles, each between two letters. */
function everyCharacter(): string[] {
  const blocks = [
    [0x01, 0x5ff],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
    [0x3000, 0x30ff],
    [0x4dc0, 0x4e0f],
    [0x9ff0, 0xa00f],
    [0xff00, 0xffef],
  ] as const;
  const all = blocks.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => `a${String.fromCodePoint(from + at)}b`));
  return Array.from({ length: Math.ceil(all.length / 40) }, (_, at) => all.slice(at * 40, at * 40 + 40).join(" "));
}

describe("the words of a search", () => {
  test("are the same in the code and in the database", async () => {
    const texts = [...fc.sample(titles, 300).map((parts) => parts.join(" ")), ...everyCharacter()];
    const theirs = await kept(texts);
    for (const [index, text] of texts.entries()) expect(inOrder(toSearchWords(text)), JSON.stringify(text)).toEqual(theirs[index]);
  });

  test("are all found in the title that they are taken from", () => {
    fc.assert(
      fc.property(titles, (parts) => {
        const words = toSearchWords(parts.join(" "));
        const { words: whole, begun } = toSearchTokens(parts.join(" "));
        for (const word of whole) expect(words).toContain(word);
        for (const start of begun) expect(words.some((word) => word.startsWith(start))).toBe(true);
      }),
    );
  });
});

const freshSku = (word: string) => `${word}-${newId().slice(-8)}`;
type NewProduct = Partial<InputOf<typeof createProduct>>;

async function create(given: NewProduct, by = world.retailer) {
  const { code, data, text } = await request(app.app, createProduct, { title: "Mug", variants: [], ...given }, by);
  expect(code, text).toBe(200);
  return data;
}
const only = async (given: NewProduct, by?: Person) => (await create(given, by)).variants[0]?.variant_uuid ?? "";
const list = async (by: Person, input: InputOf<typeof listVariants>) => (await request(app.app, listVariants, input, by)).data.result;

describe("goods of unknown weight or size", () => {
  test("are found by their provider and owner until all of it is declared or measured; a bundle takes its size from its components", async () => {
    const word = `Box${newId().slice(-8)}`;
    const known = { weight_grams: 100, length_mm: 10, width_mm: 10, height_mm: 10 };
    const sku = freshSku("BARE");
    const product = await create({
      title: word,
      variants: [{ sku, weight_grams: 100, length_mm: 10, width_mm: 10 }, { sku: freshSku("WHOLE"), ...known }, { sku: freshSku("SET") }],
    });
    const [bare, whole, set] = product.variants.map(({ variant_uuid }) => variant_uuid) as [string, string, string];
    const components = [{ variant_uuid: whole, quantity: 2 }];
    await request(app.app, setBundle, { variant_uuid: set, version: 1, components }, world.retailer);
    for (const person of [world.provider, world.retailer]) {
      const all = await list(person, { unmeasured: true, page_size: 200 });
      expect(all.map(({ variant_uuid }) => variant_uuid)).toContain(bare);
      expect(
        all.filter(({ is_bundle, height_mm, measured_height_mm, ...its }) => {
          const sizes = [height_mm ?? measured_height_mm, its.length_mm ?? its.measured_length_mm, its.width_mm ?? its.measured_width_mm];
          return is_bundle || ![...sizes, its.weight_grams ?? its.measured_weight_grams].includes(null);
        }),
      ).toEqual([]);
      const { data } = await request(app.app, listVariants, { unmeasured: true, search: word, sort: "sku" }, person);
      expect(data).toMatchObject({ result: [{ sku }], total: 1, total_is_exact: true });
    }
    expect(await list(world.otherRetailer, { unmeasured: true, search: word })).toEqual([]);
    expect(await list(world.provider, { unmeasured: true, search: word, state: "in_stock" })).toEqual([]);
    await request(app.app, measureVariant, { variant_uuid: bare, height_mm: 10 }, world.operator);
    expect(await list(world.provider, { unmeasured: true, search: word })).toEqual([]);
    expect(await list(world.provider, { unmeasured: false, search: word })).toHaveLength(3);
  });
});

describe("related products", () => {
  test("share a product, a bundle or a barcode, and are each listed once", async () => {
    const barcode = `EAN${newId().slice(-8)}`;
    const product = await create({
      variants: [{ sku: freshSku("A"), barcodes: [barcode] }, { sku: freshSku("B"), barcodes: [barcode] }, { sku: freshSku("C") }],
    });
    const [one, , third] = product.variants.map(({ variant_uuid }) => variant_uuid) as [string, string, string];
    const set = await only({ variants: [{ sku: freshSku("D") }] });
    const lid = await only({ variants: [{ sku: freshSku("E") }] });
    const twin = await only({ variants: [{ sku: freshSku("F"), barcodes: [barcode] }] });
    const foreign = await only({ variants: [{ sku: freshSku("G"), barcodes: [barcode] }] }, world.otherRetailer);
    const components = [one, lid].map((variant_uuid) => ({ variant_uuid, quantity: 1 }));
    await request(app.app, setBundle, { variant_uuid: set, version: 1, components }, world.retailer);
    const related = async (variant_id: string, person: Person) => {
      const { data } = await request(app.app, getRelatedProducts, { variant_id }, person);
      return data.result.map(({ sku, shares }) => [sku[0], ...shares]);
    };
    const mine = [
      ["B", "product", "barcode"],
      ["C", "product"],
      ["D", "bundle"],
      ["E", "bundle"],
      ["F", "barcode"],
    ];
    expect(await related(one, world.retailer)).toEqual(mine);
    expect(await related(one, world.operator)).toEqual([...mine, ["G", "barcode"]]);
    expect(await related(third, world.retailer)).toEqual([
      ["A", "product"],
      ["B", "product"],
    ]);
    expect(await related(twin, world.retailer)).toEqual([
      ["A", "barcode"],
      ["B", "barcode"],
    ]);
    const strange = await request(app.app, getRelatedProducts, { variant_id: foreign }, world.retailer);
    expect(strange.code).toBe(codes.notFound.code);
  });
});

describe("a prefix of very many SKUs", () => {
  const [deep, near] = [10_500, 22_000];

  /** Inserts first the deep rows, then the near ones, with the words that prefix search finds; bypasses the triggers that would write all words. */
  beforeAll(async () => {
    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    const { providerUuid } = world.provider;
    const tables = ["product", "variant", "variant_word"];
    const careful = (how: string) => tables.map((name) => `alter table ${name} ${how}`).join("; ");
    await owner.query(careful("no force row level security, disable trigger user"));
    await owner.query("insert into product (provider_uuid, product_uuid, owner_uuid, title) values ($1, uuidv7(), $1, 'Many')", [
      providerUuid,
    ]);
    for (const [name, count] of [
      ["deep", deep],
      ["near", near],
    ] as const) {
      await owner.query(
        `insert into variant (provider_uuid, variant_uuid, product_uuid, owner_uuid, sku)
         select p.provider_uuid, uuidv7(), p.product_uuid, p.owner_uuid, $2 || '-' || lpad(n::text, 5, '0')
         from product p, generate_series(1, $3::int) n where p.provider_uuid = $1 and p.title = 'Many' order by n`,
        [providerUuid, name.toUpperCase(), count],
      );
      await owner.query(
        `insert into variant_word (provider_uuid, word, variant_uuid, owner_uuid, begins_sku)
         select provider_uuid, w.word, variant_uuid, owner_uuid, true from variant, unnest(array[sku_key, $2]) as w (word)
         where provider_uuid = $1 and starts_with(sku_key, $2)`,
        [providerUuid, name],
      );
    }
    await owner.query(careful("force row level security, enable trigger user"));
    await owner.query("analyze variant, variant_word");
    await owner.end();
  }, 60_000);

  test.each([
    ["lies behind twice as many others, and is gathered", "deep", deep, "-created"],
    ["is at the list's beginning, and is walked", "near", near, "-created"],
    ["is at its end, which is the beginning from there", "deep", deep, "created"],
    ["is asked for in the order of SKUs", "near", near, "sku"],
  ] as const)("that %s is listed in order, page by page", async (_what, search, count, sort) => {
    const skus: string[] = [];
    for (let cursor: string | undefined; skus.length < 200;) {
      const { data } = await request(app.app, listVariants, { search, sort, page_size: 100, cursor }, { token: world.provider.token });
      expect(Math.abs(data.total - count)).toBeLessThan(count / 5);
      skus.push(...data.result.map(({ sku }) => sku));
      cursor = data.next_cursor ?? undefined;
    }
    const numbers = Array.from({ length: 200 }, (_, at) => (sort === "-created" ? count - at : at + 1));
    expect(skus).toEqual(numbers.map((number) => `${search.toUpperCase()}-${String(number).padStart(5, "0")}`));
  });
});

describe("owners", () => {
  test("beyond the list's limit are counted, and found by part of the name or by id, among one's own only", async () => {
    const crowd = Array.from({ length: 205 }, (_, at) => ({
      retailer_uuid: newId(),
      name: `Crowd ${String(at + 1).padStart(3, "0")}`,
      country_code: "US",
    }));
    const uuids = crowd.map(({ retailer_uuid }) => retailer_uuid);
    await app.services.database.transaction(anonymous, async (tx) => {
      await tx.insertInto("retailer").values(crowd).execute();
      await tx
        .insertInto("company")
        .values(uuids.map((owner_uuid) => ({ owner_uuid })))
        .execute();
      await tx
        .insertInto("retailer_provider")
        .values(uuids.map((retailer_uuid) => ({ retailer_uuid, provider_uuid: world.providerA })))
        .execute();
    });
    const found = async (input: InputOf<typeof listOwners>) => (await request(app.app, listOwners, input, world.operator)).data;
    const all = await found({ search: "crowd" });
    expect([all.result.length, all.total, all.result[0]?.owner_name]).toEqual([200, 205, "Crowd 001"]);
    const last = await found({ search: "D 205" });
    expect([last.total, last.result[0]?.owner_name]).toEqual([1, "Crowd 205"]);
    const { owner_uuid } = last.result[0] ?? { owner_uuid: "" };
    expect(await found({ owner_uuid })).toEqual(last);
    expect(await found({ owner_uuid: world.providerA })).toEqual({
      result: [{ owner_uuid: world.providerA, owner_name: "Supplier Alpha", is_own: true }],
      total: 1,
    });
    for (const foreign of [world.retailerB, world.providerB])
      expect(await found({ owner_uuid: foreign })).toEqual({ result: [], total: 0 });
  });
});
