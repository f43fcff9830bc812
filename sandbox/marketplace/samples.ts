import { readFile } from "node:fs/promises";
import type { Exchange, Reply } from "./exchange.ts";

/** A saved real page and its address: the samples are beside the project on some machines and never part of it. */
interface Sample {
  host: string;
  path: RegExp;
  file: string;
  type: string;
  status: number;
}

const asHtml = "text/html; charset=utf-8";
const asJson = "application/json; charset=utf-8";
const samples: readonly Sample[] = [
  { host: "www.etsy.com", path: /^\/shop\/MasterOak(\/reviews)?$/, file: "etsy_shop_reviews_2022.html", type: asHtml, status: 200 },
  { host: "www.etsy.com", path: /^\/sandbox\/sample-risk-control$/, file: "etsy_risk_control.html", type: asHtml, status: 403 },
  { host: "feedback.aliexpress.com", path: /^\/pc\/searchEvaluation\.do$/, file: "aliexpress_reviews.json", type: asJson, status: 200 },
  {
    host: "www.amazon.com",
    path: /^\/(?:[^/]+\/)?product-reviews\/[A-Z0-9]{10}\/?$/,
    file: "amazon_reviews_2019.html",
    type: asHtml,
    status: 200,
  },
  { host: "www.walmart.com", path: /^\/reviews\/product\/\d+$/, file: "walmart_reviews.json", type: asJson, status: 200 },
];

/** Hosts that are served for their samples alone. */
export const sampleHosts = [...new Set(samples.map((sample) => sample.host))].filter((host) => host !== "www.etsy.com");

/** The folder of the samples: beside the project. */
const folder = new URL("../../../shared/samples/", import.meta.url);

/** The sample for a request, or null if there is none: unknown path, or no samples on this machine. */
export async function sampleReply(exchange: Exchange): Promise<Reply | null> {
  const sample = samples.find((row) => row.host === exchange.host && row.path.test(exchange.url.pathname));
  if (sample === undefined || exchange.method !== "GET") return null;
  try {
    return {
      status: sample.status,
      type: sample.type,
      body: await readFile(new URL(sample.file, folder)),
      headers: { "x-sandbox-sample": "saved" },
    };
  } catch {
    return null;
  }
}
