import type { Transaction } from "kysely";
import type { DB } from "./schema.generated.ts";

/** A transaction of the application, which acts for someone (row-security.ts). */
export type Tx = Transaction<DB>;
