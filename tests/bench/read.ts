import type { Call } from "#src/kit/api/define-call.ts";
import type { Visitor } from "./server-sign-in.ts";

/** A read as its screen makes it, and the SQL that a good author would write for exactly this answer. */
export interface Read {
  readonly call: Call;
  /** tells two reads of one call apart */
  readonly label?: string;
  /** null: without a session */
  readonly as: Visitor | null;
  /** the input, as in the address */
  readonly query: string;
  /** One statement. Its columns have the names of the answer's fields; a list's rows also have `total`, counted up to 10,001. */
  readonly text: string;
  readonly values: readonly unknown[];
  /** fields of the answer that the server computes from the statement's other columns */
  readonly derived?: readonly string[];
  /** objects of the answer whose fields are columns of the statement */
  readonly flattened?: readonly string[];
}

/** What the reads refer to, looked up in the data. */
export interface Marks {
  readonly providerUuid: string;
  /** the demo's retailer */
  readonly retailerUuid: string;
  readonly providerUser: string;
  /** the newest with many lines or rows */
  readonly stocktakeUuid: string;
  readonly importUuid: string;
  readonly receiptUuid: string;
  /** a warehouse with 3,000 locations */
  readonly warehouseUuid: string;
  readonly productUuid: string;
  readonly barcode: string;
  /** the user of the demo's retailer */
  readonly retailersUser: string;
  /** the newest order that is being picked */
  readonly orderUuid: string;
  /** the wave with most orders, and its first task */
  readonly waveUuid: string;
  readonly taskUuid: string;
  /** the demo's retailer's newest exception of pieces that were not found, on which somebody works */
  readonly exceptionUuid: string;
}

export const provider: Visitor = { username: "provider01", area: "p" };
export const retailer: Visitor = { username: "retailer01", area: "ds" };
export const admin: Visitor = { username: "admin01", area: "p" };

/** A list's first page. */
export const firstPage = "page_size=50";
