import type { Duplex } from "node:stream";
import pg from "pg";
import { readMessages } from "./row-messages.ts";

/** pg's client, which hears of rows as their bytes (row-messages.ts); for the option `Client` of a pool. */
export class RowClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    // pg calls it once the stream is open, and again once it is encrypted.
    const attachListeners = (stream: Duplex) =>
      readMessages(stream, (message) => connection.emit(message.name === "error" ? "errorMessage" : message.name, message));
    Object.assign(connection, { attachListeners });
  }
}
