/** What a site stores: words under `privacy.kept.<id>` (what, why, long). Every column of each table is named, so that a new one is noticed. */
export interface KeptBySite {
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
    | "catalogue";
  /** whether it concerns somebody who uses the extension's Pro, besides those of the warehouse */
  readonly isOfPro: boolean;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}
