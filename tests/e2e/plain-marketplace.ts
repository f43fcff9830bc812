import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { createServer } from "node:tls";
import { certificate } from "#sandbox/marketplace/certificate.ts";

/** How the one bad answer is corrupted. */
export type BadAnswer =
  | "half a JSON"
  | "markup that takes too long to parse"
  | "a sign-in page with status 200"
  | "a redirect to a sign-in page"
  | "a cut connection";

/** A request as read from the wire. */
interface AskedFor {
  method: string;
  path: string;
  body: string;
}

/**
 * A marketplace with one listing of 40 reviews and one bad answer, written as bytes to a TLS socket. It shares only the certificate
 * with the sandbox, and only knows what the marketplace's own page would send.
 */
export interface PlainMarketplace {
  port: number;
  /** corrupts the next answer with this page of reviews */
  spoil(page: number, how: BadAnswer): void;
  /** the pages of reviews requested, in order; 0 for the older address */
  asked(): readonly number[];
  close(): Promise<void>;
}

const total = 40;
const perPage = 8;
export const listingPath = "/listing/555000111/brass-desk-lamp";
const reviewsPath = "/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews";

const listingPage = `<!doctype html><html lang="en-US"><head><title>Brass desk lamp - Etsy</title>
<meta name="csrf_nonce" content="3:1700000000:plain:token"><link rel="canonical" href="https://www.etsy.com${listingPath}">
<script>window.data = {"shop_id":6600077};</script></head><body><h1>Brass desk lamp</h1>
<div data-appears-component-name="listing_page_reviews_container_top" data-appears-event-data='{"listing_rating_count":${total}}'></div></body></html>`;

const signInPage = `<!doctype html><html lang="en"><head><title>Sign in - Etsy</title></head><body><h1>Sign in to continue</h1>
<form method="post" action="/signin"><input name="email" type="email"><input name="password" type="password"><button>Sign in</button></form></body></html>`;

function reviewsJson(page: number): string {
  const first = (page - 1) * perPage;
  const numbers = Array.from({ length: Math.max(0, Math.min(perPage, total - first)) }, (_, at) => first + at + 1);
  const reviews = numbers.map((number) => ({
    transactionId: 700_000_000 + number,
    reviewInfo: {
      rating: (number % 5) + 1,
      reviewDate: `Mar ${(number % 28) + 1}, 2026`,
      isRecommended: true,
      variationSummary: "",
      transactionData: { listingTitle: "Brass desk lamp", listingUrl: listingPath },
    },
    buyerInfo: {
      name: `Customer ${number}`,
      profileUrl: `https://www.etsy.com/people/customer${number}`,
      avatarUrl: "",
      isAnonymous: false,
    },
    reviewContent: { reviewText: `It lights my desk, number ${number}.`, reviewTextTranslated: null, appreciationPhotoUrl: null },
    sellerResponse: null,
    translationContext: null,
  }));
  const ratingCounts = { "1": 8, "2": 8, "3": 8, "4": 8, "5": 8, All: total };
  const jsData = {
    totalReviews: total,
    averageRating: 3,
    ratingCounts,
    tagFilters: [],
    media: { photos: [] },
    totalPages: total / perPage,
    currentPage: page,
    reviews,
  };
  return JSON.stringify({ output: { deep_dive_reviews: "" }, jsData });
}

function response(status: string, type: string, body: string, headers = ""): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${headers}\r\n${body}`;
}

/** Answers the first complete request. */
function answerOnce(socket: TLSSocket, answer: (request: AskedFor) => string): void {
  let text = "";
  const hear = (part: Buffer) => {
    text += part.toString("latin1");
    const [head = "", ...rest] = text.split("\r\n\r\n");
    const body = rest.join("\r\n\r\n");
    const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
    if (!text.includes("\r\n\r\n") || body.length < length) return;
    socket.off("data", hear);
    const [method = "", path = ""] = head.split(" ");
    socket.end(answer({ method, path: path.split("?")[0] ?? "", body }), "latin1");
  };
  socket.on("data", hear);
}

/** Shallow enough to pass the depth check, but each paragraph repeats all unclosed elements before it: parsed in one go, it never ends. */
export function endlessMarkup(): string {
  const unclosed = Array.from({ length: 490 }, (_, at) => `<b id="b${at}">`).join("");
  return `<p>${unclosed}${"<p>x".repeat(300_000)}`;
}

/** Returns the bytes of a corrupted answer instead of `good`. */
function spoiled(how: BadAnswer, good: string): string {
  const html = "text/html; charset=utf-8";
  switch (how) {
    case "half a JSON":
      return response("200 OK", "application/json", good.slice(0, good.length / 2));
    case "markup that takes too long to parse":
      return response("200 OK", "application/json", JSON.stringify({ output: { deep_dive_reviews: endlessMarkup() } }));
    case "a sign-in page with status 200":
      return response("200 OK", html, signInPage);
    case "a redirect to a sign-in page":
      return response("302 Found", html, "", "Location: /signin?from_action=reviews\r\n");
    case "a cut connection": {
      const whole = response("200 OK", "application/json", good);
      return whole.slice(0, whole.length / 2);
    }
  }
}

/** Starts it on a free loopback port. */
export async function openPlainMarketplace(): Promise<PlainMarketplace> {
  const bad = new Map<number, BadAnswer>();
  const asked: number[] = [];

  function answer({ method, path, body }: AskedFor): string {
    if (method === "GET" && path === listingPath) return response("200 OK", "text/html; charset=utf-8", listingPage);
    if (method === "GET" && path === "/signin") return response("200 OK", "text/html; charset=utf-8", signInPage);
    if (method === "POST" && path !== reviewsPath) asked.push(0);
    if (method !== "POST" || path !== reviewsPath) return response("404 Not Found", "text/html", "<h1>Not found</h1>");
    const page = Number(/"page":(\d+)/.exec(body)?.[1] ?? 1);
    asked.push(page);
    const how = bad.get(page);
    bad.delete(page);
    return how === undefined ? response("200 OK", "application/json", reviewsJson(page)) : spoiled(how, reviewsJson(page));
  }

  const { key, cert } = await certificate(null);
  const server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => socket.destroy());
    answerOnce(socket, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    spoil: (page, how) => void bad.set(page, how),
    asked: () => asked,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}
