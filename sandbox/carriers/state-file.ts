import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseObject } from "./exchange.ts";
import type { Shipment, TrackPoint } from "./shipments.ts";

function readDates(shipment: Shipment): Shipment {
  const points = shipment.points.map((point): TrackPoint => ({ ...point, at: new Date(point.at) }));
  return { ...shipment, createdAt: new Date(shipment.createdAt), points };
}

/**
 * Reads the shipments of a file, oldest first: a line for each change of a shipment, of which the last counts. A line that a kill cut off is skipped.
 * Writes the file anew, with one line each.
 */
export function readState(path: string): Shipment[] {
  if (!existsSync(path)) return [];
  const byNumber = new Map<string, Shipment>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const shipment = parseObject(line) as Shipment | null;
    if (shipment !== null) byNumber.set(shipment.waybillNumber, readDates(shipment));
  }
  const shipments = [...byNumber.values()];
  writeFileSync(path, shipments.map((shipment) => `${JSON.stringify(shipment)}\n`).join(""), { mode: 0o600 });
  return shipments;
}

/** Appends a shipment that was added or changed. */
export function writeChange(path: string, shipment: Shipment): void {
  appendFileSync(path, `${JSON.stringify(shipment)}\n`, { mode: 0o600 });
}
