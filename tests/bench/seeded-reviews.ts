import type { ColumnId } from "#src/collector/reviews/review-file.contract.ts";
import { columnIds } from "#src/collector/reviews/review-file.contract.ts";
import type { Review } from "#src/collector/reviews/reviews.contract.ts";

/** The 20 columns of the bench: all but three short ones, so that mostly text is written. */
export const benchColumns: readonly ColumnId[] = columnIds.filter(
  (id) => id !== "imageCount" && id !== "helpfulCount" && id !== "marketplace",
);

const sentences = [
  "Absolutely love this, the quality is even better than in the pictures.",
  "Arrived two days early and was wrapped with great care.",
  "The colour is slightly darker than I expected & still beautiful!",
  "Bought it as a gift for my mother - she was thrilled :)",
  "Sehr schöne Arbeit, schnelle Lieferung, gerne wieder.",
  "质量很好，包装仔细，卖家回复也很快。",
  "Très joli, conforme à la description, je recommande.",
  "The seller answered all of my questions within the hour 👍",
  "A bit smaller than I thought, so check the measurements first.",
  "Would buy again without a second thought.",
];
const names = ["Ann", "Bertil", "Chiara", "Dmitri", "Elif", "Françoise", "Goro", "Hanna", "李雷", "João"];

/** Mulberry32: a repeatable random generator, fast enough to be negligible. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Words between the phrases: enough different ones that the text compresses like real text, to about a third. */
const words = (
  "tray oak brass handle gift wedding mother kitchen table finish grain smooth heavy light colour shade photo picture seller shop order parcel post " +
  "week day late early quick slow careful broken scratch repair refund message answer friendly kind polite perfect lovely gorgeous sturdy thin thick " +
  "small large exactly almost rather really truly never always again soon house garden window shelf bathroom office desk lamp bowl plate spoon knife " +
  "carved engraved personalised initials name letter font spelling mistake corrected free extra note card ribbon paper box foam tape label customs " +
  "Holz schön Verarbeitung Geschenk schnell geliefert sehr zufrieden gerne empfehlen leider etwas kleiner Farbe wunderbar cadeau très belle qualité " +
  "livraison rapide emballage soigné merci regalo bellissimo spedizione veloce consiglio 托盘 很漂亮 喜欢 质量 包装 物流 卖家 满意 推荐 木纹 尺寸 颜色"
).split(" ");

/** Generates up to `most` phrases or groups of a dozen words in several languages; sometimes nothing, like ratings without text. */
function textOf(chance: () => number, most: number): string {
  const parts: string[] = [];
  for (let left = Math.floor(chance() * (most + 1)); left > 0; left -= 1) {
    parts.push(sentences[Math.floor(chance() * sentences.length)] ?? "");
    for (let word = 0; word < 12; word += 1) parts.push(words[Math.floor(chance() * words.length)] ?? "");
  }
  return parts.join(" ");
}

function reviewAt(index: number, chance: () => number): Review {
  const day = new Date(Date.UTC(2026, 10, 21) - index * 600_000).toISOString();
  const picture = Math.floor(chance() * 1e9);
  return {
    reviewId: String(3_000_000_000 + index),
    marketplace: "etsy",
    listingId: "1000001240",
    listingTitle: "Handmade Oak Tray with Brass Handles, Personalised Wooden Serving Tray, Housewarming Gift",
    listingUrl: "https://www.etsy.com/listing/1000001240/handmade-oak-tray-with-brass-handles",
    variation: `Size: ${"SML"[index % 3]}, Colour: Oak ${index % 7}`,
    rating: 5 - Math.floor(chance() * chance() * 5),
    title: chance() < 0.3 ? (sentences[index % sentences.length] ?? "") : "",
    text: textOf(chance, 6),
    originalText: chance() < 0.2 ? textOf(chance, 4) : "",
    language: chance() < 0.2 ? "de" : "en",
    reviewer: `${names[index % names.length]} ${index % 9_973}`,
    reviewerUrl: `https://www.etsy.com/people/buyer${index}`,
    reviewerCountry: "",
    date: day.slice(0, 10),
    images:
      chance() < 0.25
        ? [
            {
              url: `https://i.etsystatic.com/iap/${picture.toString(16)}/${picture}/iap_fullxfull.${picture}_ab12cd34.jpg?version=0`,
              fallback: "",
            },
          ]
        : [],
    sellerReply: chance() < 0.15 ? textOf(chance, 2) : "",
    sellerReplyDate: "",
    recommended: chance() < 0.9,
    helpfulCount: Math.floor(chance() * 4),
    verified: null,
    collectedAt: "2026-11-21T13:26:43Z",
  };
}

/** Generates `count` reviews from a seed in batches of `size`; deterministic. */
export async function* seededBatches(count: number, size: number, seed: number): AsyncGenerator<Review[]> {
  const chance = chanceOf(seed);
  for (let from = 0; from < count; from += size) {
    yield Array.from({ length: Math.min(size, count - from) }, (_, offset) => reviewAt(from + offset, chance));
  }
}
