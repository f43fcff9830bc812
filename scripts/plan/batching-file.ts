import { createLayout } from "#server/outbound/planner/layout.ts";
import type { BatchOrder, BatchProblem } from "#server/outbound/planner/batch-problem.ts";
import type { Stop } from "#server/outbound/planner/layout.ts";

/** Returns the value of a line `NAME : value` of the file's head. */
function readHead(lines: readonly string[], name: string): string {
  const line = lines.find((text) => text.startsWith(`${name} :`));
  if (line === undefined) throw new Error(`plan: the file has no ${name}`);
  return line.slice(line.indexOf(":") + 1).trim();
}

function readNumber(lines: readonly string[], name: string): number {
  const value = Number(readHead(lines, name));
  if (!Number.isFinite(value)) throw new Error(`plan: ${name} is not a number`);
  return value;
}

/** Returns the lines of a section, up to the next one. */
function listSection(lines: readonly string[], name: string): string[] {
  const start = lines.indexOf(`${name}_SECTION`);
  const end = lines.findIndex((line, at) => at > start && (line.endsWith("_SECTION") || line === "EOF"));
  return lines.slice(start + 1, end === -1 ? lines.length : end);
}

/** Reads a line of names and values, as `ID 7 AISLE 0 CELL 44`. */
function readFields(line: string): Readonly<Record<string, number>> {
  const words = line.split(/\s+/);
  return Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(words[at + 1])]] : [])));
}

/**
 * Parses an instance of Henn and Wäscher's order batching problem: one block, articles with weights, and orders of articles; a tour's load is
 * the weight of its articles. Cells are numbered from the back of an aisle (the published optima hold only for that).
 * @throws Error if the file lacks a field or names an unknown article
 */
export function parseBatchingFile(text: string): BatchProblem {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const cells = readNumber(lines, "NUM_CELLS");
  const cellStep = readNumber(lines, "DISTANCE_CELL_TO_CELL");
  const bottom = readNumber(lines, "DISTANCE_BOTTOM_TO_CELL");
  const back = bottom + (cells - 1) * cellStep + readNumber(lines, "DISTANCE_TOP_TO_CELL");
  const aisleStep = readNumber(lines, "DISTANCE_AISLE_TO_AISLE");
  const { layout } = createLayout({
    aisles: Array.from({ length: readNumber(lines, "NUM_AISLES") }, (_, aisle) => aisle * aisleStep),
    crossAisles: [0, back],
    depot: {
      across: readNumber(lines, "DEPOT_AISLE") * aisleStep,
      crossAisle: readHead(lines, "DEPOT_LOCATION") === "bottom" ? 0 : 1,
    },
  });
  const weights = new Map(listSection(lines, "ARTICLE").map((line) => [readFields(line)["ID"], readFields(line)["WEIGHT"] ?? 0]));
  const stops = new Map<number | undefined, Stop>();
  for (const line of listSection(lines, "SKU").filter((row) => row.startsWith("ID "))) {
    const { ID, AISLE = 0, CELL = 0 } = readFields(line);
    stops.set(ID, { aisle: AISLE, along: bottom + (cells - 1 - CELL) * cellStep });
  }
  const orders: { stops: Stop[]; loads: [number] }[] = [];
  for (const line of listSection(lines, "ORDER")) {
    if (line.startsWith("NUM_ARTICLES_IN_ORDER")) orders.push({ stops: [], loads: [0] });
    if (!line.startsWith("ID ")) continue;
    const { ID, QUANTITY = 0 } = readFields(line);
    const [stop, order] = [stops.get(ID), orders.at(-1)];
    if (stop === undefined || order === undefined) throw new Error(`plan: an order has the unknown article ${ID}`);
    order.stops.push(stop);
    order.loads[0] += QUANTITY * (weights.get(ID) ?? 0);
  }
  return { layout, orders: orders satisfies BatchOrder[], limits: [readNumber(lines, "PICKER_CAPACITY")] };
}
