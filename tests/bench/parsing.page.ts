import { etsy } from "#src/collector/marketplaces/etsy/etsy.adapter.ts";

/** Milliseconds that each way of reading a page took, one figure per round. */
export interface ParsingTimes {
  bareMs: number[];
  oursMs: number[];
  reviews: number;
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/**
 * Times a bare DOMParser and our adapter (which also parses) alternately on the same page, so that a slow moment affects both.
 * @param inner repetitions per round, because a browser's clock is too coarse for one
 */
export function timeParsing(html: string, url: string, rounds: number, inner: number): ParsingTimes {
  const times: ParsingTimes = { bareMs: [], oursMs: [], reviews: 0 };
  const now = new Date().toISOString();
  const read = () => {
    const result = etsy.readSaved(html, url, { parseHtml: parse, now });
    times.reviews = result.ok ? result.value.page.reviews.length : 0;
  };
  const timed = (work: () => unknown) => {
    const begun = performance.now();
    for (let turn = 0; turn < inner; turn += 1) work();
    return (performance.now() - begun) / inner;
  };
  for (let round = -2; round < rounds; round += 1) {
    const bare = timed(() => parse(html).body.childElementCount);
    const ours = timed(read);
    // The first rounds warm up the compiler.
    if (round < 0) continue;
    times.bareMs.push(bare);
    times.oursMs.push(ours);
  }
  return times;
}

/** This module as imported by a page. */
export interface ParsingModule {
  timeParsing: typeof timeParsing;
}
