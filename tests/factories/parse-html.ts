import { JSDOM } from "jsdom";
import type { ParseHtml } from "#src/collector/marketplaces/marketplaces.contract.ts";

const parser = new new JSDOM("").window.DOMParser();

/** Parses HTML in Node with jsdom's DOMParser: no scripts run, nothing is fetched. */
export const parseHtml: ParseHtml = (html) => parser.parseFromString(html, "text/html");
