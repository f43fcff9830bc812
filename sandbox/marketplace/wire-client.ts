import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import type { Marketplace } from "./server.ts";

/** An answer as a test reads it. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

export interface WireOptions {
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}

export const deepDivePath = "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";
const specClass = "Etsy\\Modules\\ListingPage\\Reviews\\DeepDive\\AsyncApiSpec";

/** A client for the tests that speaks to a marketplace on loopback under the hosts' real names, and keeps its cookie. */
export function wireClient(marketplace: Pick<Marketplace, "port" | "cert">) {
  let cookie = "";

  /** Any request. @throws where the connection is dropped */
  function send(method: string, path: string, options: WireOptions = {}): Promise<WireAnswer> {
    const headers = { host: options.host ?? "www.etsy.com", cookie, ...options.headers };
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: marketplace.port,
          ca: marketplace.cert,
          servername: "www.etsy.com",
          agent: false,
          method,
          path,
          headers,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            cookie = response.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
            const bytes = Buffer.concat(chunks);
            resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString("utf8") });
          });
        },
      );
      sent.on("error", reject);
      sent.end(options.body);
    });
  }

  const control = (value: unknown): Promise<WireAnswer> =>
    send("POST", "/sandbox/control", { headers: { "x-sandbox": "1" }, body: JSON.stringify(value) });

  const reset = (): Promise<WireAnswer> => send("POST", "/sandbox/reset", { headers: { "x-sandbox": "1" } });

  /** Opens a listing's page: its text, token and shop. */
  async function open(listingId: string): Promise<{ html: string; csrf: string; shopId: string }> {
    const { text } = await send("GET", `/listing/${listingId}/any-words`);
    const csrf = /name="csrf_nonce" content="([^"]+)"/.exec(text)?.[1] ?? "";
    return { html: text, csrf, shopId: /"shop_id":(\d+)/.exec(text)?.[1] ?? "" };
  }

  /** A reviews request as the extension sends it; `params` overrides fields of the spec's, `headers` those of the request. */
  function ask(
    listingId: string,
    page: { csrf: string; shopId: string },
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    const fields = {
      listing_id: Number(listingId),
      shop_id: Number(page.shopId),
      scope: "listingReviews",
      page: 1,
      sort_option: "Recency",
      rating_filter: null,
      tag_filters: [],
      ...params,
    };
    return send("POST", deepDivePath, {
      headers: { "content-type": "application/json", "x-csrf-token": page.csrf, "x-requested-with": "XMLHttpRequest", ...headers },
      body: JSON.stringify({ log_performance_metrics: false, runtime_analysis: false, specs: { deep_dive_reviews: [specClass, fields] } }),
    });
  }

  return { send, control, reset, open, ask };
}

export type WireClient = ReturnType<typeof wireClient>;

/** What the tests look at in `jsData`. */
export interface WireReviews {
  totalReviews: number;
  averageRating: number;
  ratingCounts: Record<"1" | "2" | "3" | "4" | "5" | "All", number>;
  tagFilters: { tag: string; frequency: number; num_pos: number; num_neg: number }[];
  media: { photos: { transactionId: number }[] };
  totalPages: number;
  currentPage: number;
  reviews: {
    transactionId: number;
    reviewInfo: { rating: number; reviewDate: string | number; transactionData: { listingTitle: string; listingUrl: string } };
    buyerInfo: { name: string; profileUrl: string | null; isAnonymous: boolean };
    reviewContent: { reviewText: string; reviewTextTranslated: string | null; appreciationPhotoUrl?: unknown };
    sellerResponse: { responseText: string } | null;
    translationContext: { sourceLanguage: string } | null;
  }[];
}

/** The two halves of a reviews response. @throws if the body is not JSON */
export function halves(answer: WireAnswer): { html: string; jsData: WireReviews } {
  const value = JSON.parse(answer.text) as { output: { deep_dive_reviews: string }; jsData: WireReviews };
  return { html: value.output.deep_dive_reviews, jsData: value.jsData };
}
