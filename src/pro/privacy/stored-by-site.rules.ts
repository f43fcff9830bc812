/** What a site stores: texts under `privacy.kept.<id>` (what, why, how long). Names every column of each table, so that a new one is noticed. */
export interface StoredBySite {
  readonly id:
    | "account"
    | "session"
    | "company"
    | "file"
    | "audit"
    | "push"
    | "guard"
    | "subscription"
    | "receipt"
    | "device"
    | "support"
    | "work"
    | "import"
    | "handheld"
    | "wallet"
    | "carriers"
    | "waybills"
    | "catalogue"
    | "orders";
  /** whether it concerns users of the extension's Pro, besides those of the warehouse */
  readonly isOfPro: boolean;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}
