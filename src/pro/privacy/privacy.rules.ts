import type { StoredBySite } from "./stored-by-site.rules.ts";
import { storedInOrders } from "./stored-in-orders.rules.ts";
import { storedInWaybills } from "./stored-in-waybills.rules.ts";
import { storedInWarehouse } from "./stored-in-warehouse.rules.ts";

/**
 * The privacy declaration: what is stored, where, and what is sent. The privacy pages are generated from it, and `tests/architecture/privacy.alone.test.ts`
 * compares it with the manifest, the storage code and the tables: an undeclared permission, store, table or column fails there.
 */

/**
 * The extension's permissions: the texts are `privacy.permission.<id>`. Only Chrome has `offscreen`; `marketplace` stands for the hosts of every marketplace in
 * `src/collector/marketplaces/sites.ts`.
 */
export const permissions = ["storage", "downloads", "offscreen", "marketplace"] as const;

/** What the extension stores in its browser. */
export interface StoredInBrowser {
  readonly id: "jobs" | "files" | "settings" | "pro";
  /** keys of storage.local */
  readonly keys: readonly string[];
  /** IndexedDB databases with their stores */
  readonly databases: Readonly<Record<string, readonly string[]>>;
}

export const storedByExtension: readonly StoredInBrowser[] = [
  { id: "jobs", keys: [], databases: { "quayside-collector": ["jobs", "reviews", "passedOver", "exports", "pace"] } },
  { id: "files", keys: [], databases: {} },
  { id: "settings", keys: ["settings", "theme"], databases: {} },
  { id: "pro", keys: ["entitlement", "entitlement.lastSeen"], databases: { "quayside-entitlement": ["keys"] } },
];

/** What leaves the browser, to whom and when: texts under `privacy.sent.<id>`. */
export const sentByExtension = ["reviews", "linking", "renewal"] as const;

export const storedBySite: readonly StoredBySite[] = [
  {
    id: "account",
    isOfPro: true,
    tables: {
      app_user: [
        "user_uuid",
        "username",
        "password_hash",
        "role",
        "related_uuid",
        "display_name",
        "email",
        "phone",
        "avatar",
        "default_language",
        "default_theme",
        "status",
        "is_demo",
        "last_seen_at",
        "version",
        "created_at",
      ],
      mailed_link: ["link_uuid", "token_hash", "purpose", "user_uuid", "expires_at", "used_at", "created_at", "detail"],
      operator_grant: ["provider_uuid", "user_uuid", "permission"],
      operator_warehouse: ["provider_uuid", "user_uuid", "warehouse_uuid"],
    },
  },
  {
    id: "session",
    isOfPro: true,
    tables: {
      session: [
        "session_uuid",
        "user_uuid",
        "area",
        "token_hash",
        "previous_token_hash",
        "previous_until",
        "provider_uuid",
        "is_read_only",
        "opened_by",
        "opened_in",
        "address",
        "device",
        "created_at",
        "last_seen_at",
        "expires_at",
        "ends_at",
        "revoked_at",
        "is_by_pin",
      ],
      aes_key: ["key_id", "sealed_key", "expires_at"],
    },
  },
  {
    id: "subscription",
    isOfPro: true,
    tables: {
      payment_customer: [
        "user_uuid",
        "provider_name",
        "provider_customer_id",
        "checkout_id",
        "checkout_currency",
        "checkout_url",
        "checkout_expires_at",
        "created_at",
      ],
      subscription: [
        "subscription_uuid",
        "user_uuid",
        "plan_id",
        "provider_name",
        "provider_subscription_id",
        "status",
        "currency",
        "amount_cents",
        "current_period_start",
        "current_period_end",
        "cancel_at_period_end",
        "past_due_since",
        "ended_at",
        "version",
        "created_at",
        "updated_at",
      ],
      payment_event: ["provider_name", "event_id", "type", "about", "happened_at", "received_at", "done_at"],
    },
  },
  {
    id: "receipt",
    isOfPro: true,
    tables: {
      payment_receipt: [
        "receipt_uuid",
        "user_uuid",
        "subscription_uuid",
        "provider_name",
        "provider_invoice_id",
        "number",
        "currency",
        "amount_cents",
        "refunded_cents",
        "is_disputed",
        "period_start",
        "period_end",
        "paid_at",
      ],
    },
  },
  {
    id: "device",
    isOfPro: true,
    tables: {
      device: ["device_uuid", "user_uuid", "name", "thumbprint", "linked_at", "last_renewed_at", "revoked_at"],
      device_link: [
        "link_uuid",
        "device_code_hash",
        "user_code",
        "thumbprint",
        "device_name",
        "state",
        "user_uuid",
        "device_uuid",
        "created_at",
        "expires_at",
      ],
    },
  },
  {
    id: "support",
    isOfPro: true,
    tables: {
      support_request: [
        "request_uuid",
        "number",
        "email",
        "topic",
        "message",
        "page",
        "language",
        "status",
        "answer",
        "answered_by",
        "answered_at",
        "version",
        "created_at",
      ],
    },
  },
  {
    id: "company",
    isOfPro: false,
    tables: {
      provider: ["provider_uuid", "name", "country_code", "introduction", "is_open_for_sign_up", "version", "created_at"],
      retailer: ["retailer_uuid", "name", "country_code", "version", "created_at"],
      retailer_provider: ["provider_uuid", "retailer_uuid", "is_blocked", "version", "created_at"],
      company: ["owner_uuid", "legal_name", "registration_number", "tax_number", "address", "phone", "email", "website", "updated_at"],
      contact: ["owner_uuid", "contact_uuid", "name", "type", "detail", "version", "created_at"],
      authentication: ["owner_uuid", "authentication_uuid", "type", "name", "id_number", "created_at"],
      authentication_document: ["owner_uuid", "authentication_uuid", "position", "provider_uuid", "file_uuid"],
    },
  },
  {
    id: "file",
    isOfPro: false,
    tables: {
      file: [
        "provider_uuid",
        "file_uuid",
        "retailer_uuid",
        "user_uuid",
        "purpose",
        "name",
        "extension",
        "content_type",
        "byte_size",
        "sha256",
        "store_key",
        "created_at",
        "expires_at",
      ],
      download: [
        "provider_uuid",
        "download_uuid",
        "user_uuid",
        "kind",
        "name",
        "status",
        "progress",
        "file_uuid",
        "seen_at",
        "created_at",
        "expires_at",
      ],
    },
  },
  {
    id: "audit",
    isOfPro: true,
    tables: {
      audit_log: [
        "provider_uuid",
        "audit_uuid",
        "at",
        "retailer_uuid",
        "user_uuid",
        "action",
        "subject_type",
        "subject_uuid",
        "detail",
        "person_digest",
        "seal_number",
      ],
      audit_person: ["provider_uuid", "audit_uuid", "retailer_uuid", "user_uuid", "about", "salt"],
    },
  },
  {
    id: "push",
    isOfPro: false,
    tables: {
      event: ["provider_uuid", "event_uuid", "position", "topic", "retailer_uuid", "user_uuid", "payload", "created_at", "warehouse_uuid"],
    },
  },
  {
    id: "guard",
    isOfPro: true,
    tables: {
      idempotency_key: ["provider_uuid", "user_uuid", "key", "call", "request_hash", "http_status", "answer", "created_at"],
      rate_count: ["bucket", "window_start", "hits"],
    },
  },
  ...storedInOrders,
  ...storedInWaybills,
  ...storedInWarehouse,
];

/** Tables without personal data. */
export const impersonalTables = [
  "audit_seal",
  "migration",
  "site",
  "billing_setting",
  "bundle_component",
  "catalogue_item",
  "channel",
  "channel_cut_off",
  "channel_price",
  "channel_zone",
  "charge_run",
  "location",
  "lot",
  "number_counter",
  "partition",
  "price_tier",
  "product",
  "product_image",
  "rate_card",
  "rate_price",
  "rate_set",
  "reservation",
  "shelf",
  "sku_barcode",
  "stock_balance",
  "stock_day_run",
  "variant",
  "variant_word",
  "warehouse",
] as const;

/** What a site stores in a visitor's browser: texts under `privacy.browser.<id>`. */
export const storedInVisitorsBrowser = ["language", "device", "theme", "session", "work", "draft", "scans"] as const;

/** The databases among them, each with its stores. */
export const visitorsDatabases: Readonly<Record<string, readonly string[]>> = { "quayside-scans": ["calls", "leases", "pictures"] };

/** Third parties that receive data, and which: texts under `privacy.party.<id>`. */
export const outsideParties = ["payment", "mail"] as const;

/** When the meaning of the declaration last changed: shown on the pages. */
export const declaredOn = "2026-11-22";
