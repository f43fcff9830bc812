import { JSDOM } from "jsdom";
import type { ParseHtml } from "#src/marketplaces/marketplaces.contract.ts";

const parser = new new JSDOM("").window.DOMParser();

/** A Document of HTML in Node, by jsdom's DOMParser: scripts do not run and nothing is fetched. */
export const parseHtml: ParseHtml = (html) => parser.parseFromString(html, "text/html");
