/** A statement is prepared from its second use in this process on: many are built for one request and never sent again. */
const usesBeforeName = 2;
/** Texts that are counted; the least recently used is forgotten, and loses its name. */
const mostTexts = 1000;
/** Longer texts are inserts of many rows, whose number of parameters rarely repeats. */
const longestText = 20_000;
/** Utility commands have no plan to prepare, and EXPLAIN is for one look at a plan. */
const isUtility = /^\s*(?:begin|commit|rollback|savepoint|release|set|lock|explain)\b/i;

/** A statement as it is sent; without a name it is not prepared. */
export interface NamedStatement {
  readonly text: string;
  readonly name?: string;
}

/**
 * Names statements, so that PostgreSQL parses, rewrites and plans each once per connection and not at each use: with every policy of every table in a
 * statement, that took longer than running it.
 */
export class StatementNames {
  readonly #uses = new Map<string, { count: number; name: string; plan: number }>();
  #lastNumber = 0;
  #renewals = 0;

  /** Names a statement if it repeats. Counts the use. */
  use(text: string): NamedStatement {
    if (text.length > longestText || isUtility.test(text)) return { text };
    const known = this.#uses.get(text);
    const use = { count: (known?.count ?? 0) + 1, name: known?.name ?? this.#createName(), plan: known?.plan ?? 0 };
    this.#uses.delete(text);
    this.#uses.set(text, use);
    for (const oldest of this.#uses.keys()) {
      if (this.#uses.size <= mostTexts) break;
      this.#uses.delete(oldest);
    }
    if (use.count < usesBeforeName) return { text };
    // A pooler recognises a statement by its text, and would answer a new name with the old statement.
    const version = this.#renewals + use.plan;
    return { name: use.name, text: version === 0 ? text : `${text}\n-- ${version}` };
  }

  /**
   * Has a statement planned again at its next use. A plan is made for the table as it is then; PostgreSQL makes it again when the table's statistics
   * are, and a table may grow a thousandfold before.
   */
  replan(text: string): void {
    const use = this.#uses.get(text);
    if (use !== undefined) this.#uses.set(text, { ...use, name: this.#createName(), plan: use.plan + 1 });
  }

  #createName(): string {
    return `q${(this.#lastNumber += 1)}`;
  }

  /** Gives all statements new names: those prepared so far are not used again. */
  renew(): void {
    this.#uses.clear();
    this.#renewals += 1;
  }
}
