import pg from "pg";
import utils from "pg/lib/utils.js";
import { RowLayout } from "./row-layout.ts";
import type { Field } from "./row-layout.ts";
import { RowMessage } from "./row-client.ts";

/** What a query of pg uses of its connection; pg's types leave most of it out. */
interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: "P" }): void;
  close(statement: { type: "S"; name: string }): void;
  execute(): void;
  sync(): void;
}

type Done = (error: Error | null, result: pg.QueryResult) => void;

/** A row of pg's own parser. */
interface UnreadRow {
  readonly fields: readonly (string | null)[];
}

/** What a query of pg does with the messages that answer it; its types leave this out, too. */
interface Answered {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly _result: { readonly rows: unknown[] };
  _canceledDueToError: unknown;
  submit(connection: pg.Connection): void;
  handleDataRow(message: UnreadRow): void;
  handleCommandComplete(message: { readonly text: string }, wire: Wire): void;
  handleError(error: unknown, wire: Wire): void;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Answered`
const Query = pg.Query as unknown as new (statement: pg.QueryConfig & { callback: Done }) => Answered;

/** The layouts of a connection's prepared statements by their names; null for one that returns no rows. */
export type Layouts = Map<string, RowLayout | null>;

/** A statement with a name. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * A use of a prepared statement. Unlike pg's own it asks for the description of its rows only at the first use on a connection, and reads them from their
 * bytes. PostgreSQL refuses a prepared statement whose columns have changed since.
 */
export class PreparedQuery extends Query {
  readonly #layouts: Layouts;
  readonly #types: pg.CustomTypesConfig;
  #layout: RowLayout | null | undefined;

  /** @param known the layouts of the connection that it is sent over, and the parsers of its types */
  constructor(query: NamedQuery, known: { readonly layouts: Layouts; readonly types: pg.CustomTypesConfig }, callback: Done) {
    super({ ...query, callback });
    this.#layouts = known.layouts;
    this.#types = known.types;
  }

  /** Sends it, as `submit` asks. */
  prepare(wire: Wire): void {
    const { name, text, values } = this;
    if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
      wire.parse({ name, text });
      wire.submittedNamedStatements[name] = text;
    }
    try {
      wire.bind({ statement: name, values, valueMapper: utils.prepareValue });
    } catch (error) {
      // As pg does: what was sent so far is ended.
      wire.close({ type: "S", name });
      wire.sync();
      return this.handleError(error, wire);
    }
    this.#layout = this.#layouts.get(name);
    if (this.#layout === undefined) wire.describe({ type: "P" });
    wire.execute();
    wire.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#layout = new RowLayout(fields, this.#types);
  }

  override handleDataRow(message: RowMessage | UnreadRow): void {
    if (this._canceledDueToError !== false) return;
    try {
      const row =
        message instanceof RowMessage ? this.#layout?.read(message.bytes, message.from, message.to) : this.#layout?.parse(message.fields);
      if (row === undefined) throw new Error("db: a row of a statement that returns none");
      this._result.rows.push(row);
    } catch (error) {
      this._canceledDueToError = error;
    }
  }

  override handleCommandComplete(message: { readonly text: string }, wire: Wire): void {
    this.#layouts.set(this.name, this.#layout ?? null);
    super.handleCommandComplete(message, wire);
  }
}
