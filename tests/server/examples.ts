import { sealPassword } from "#src/company/accounts/password-transport.rules.ts";
import { getAesKey } from "#src/company/accounts/accounts.contract.ts";
import { permissions } from "#src/kit/api/roles-and-permissions.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { request } from "./client.ts";
import { carriersExamples } from "./examples-carriers.ts";
import { catalogueExamples } from "./examples-catalogue.ts";
import { rateCardsExamples } from "./examples-rate-cards.ts";
import { reportsExamples } from "./examples-reports.ts";
import { statementsExamples } from "./examples-statements.ts";
import { walletExamples } from "./examples-wallet.ts";
import { customersExamples } from "./examples-customers.ts";
import { entitlementExamples } from "./examples-entitlement.ts";
import { importsExamples } from "./examples-imports.ts";
import { goodsExamples } from "./examples-goods.ts";
import { ordersExamples } from "./examples-orders.ts";
import { receiptsExamples } from "./examples-receipts.ts";
import { scanningExamples } from "./examples-scanning.ts";
import { stockExamples } from "./examples-stock.ts";
import { warehouseOf, warehousesExamples } from "./examples-warehouses.ts";
import { exceptionsExamples } from "./examples-exceptions.ts";
import { baggingExamples } from "./examples-bagging.ts";
import { shippingNoticeExamples } from "./examples-shipping-notices.ts";
import { packingExamples } from "./examples-packing.ts";
import { returnsExamples } from "./examples-returns.ts";
import { reviewExamples } from "./examples-review.ts";
import { sortationExamples } from "./examples-sortation.ts";
import { waybillExamples } from "./examples-waybills.ts";
import { pickingExamples, wavesExamples } from "./examples-waves.ts";
import { subscriptionExamples } from "./examples-subscription.ts";
import { supportExamples } from "./examples-support.ts";
import type { TestApp } from "./app.ts";
import type { Aim, Example } from "./example.ts";
import { testPassword } from "./world.ts";
import type { Person } from "./world.ts";

async function key({ app }: TestApp): Promise<{ key_id: string; seal: (password: string) => Promise<string> }> {
  const { data } = await request(app, getAesKey, {});
  return { key_id: data.key_id, seal: (password) => sealPassword(password, data.aes_key) };
}

const nothing: Example = { own: async () => ({}) };

let names = 0;
const freshName = () => `fresh-${(names += 1)}-${newId().slice(-6)}`;

async function signUp(test: TestApp): Promise<Record<string, unknown>> {
  const { key_id, seal } = await key(test);
  return {
    username: freshName(),
    password: await seal(testPassword),
    confirm: await seal(testPassword),
    key_id,
    email: `${freshName()}@example.test`,
  };
}

async function invitation(aim: Aim, whose: Person): Promise<object> {
  const { warehouseUuid } = await warehouseOf(aim, whose);
  return { email: `${freshName()}@example.test`, permissions: ["goods"], warehouse_uuids: [warehouseUuid] };
}

/** An input for every call; a test checks that none is missing. */
export const examples: Readonly<Record<string, Example>> = {
  ...subscriptionExamples,
  ...entitlementExamples,
  ...supportExamples,
  ...customersExamples,
  ...walletExamples,
  ...statementsExamples,
  ...reportsExamples,
  ...rateCardsExamples,
  ...catalogueExamples,
  ...carriersExamples,
  ...importsExamples,
  ...warehousesExamples,
  ...stockExamples,
  ...ordersExamples,
  ...wavesExamples,
  ...reviewExamples,
  ...packingExamples,
  ...baggingExamples,
  ...returnsExamples,
  ...shippingNoticeExamples,
  ...sortationExamples,
  ...waybillExamples,
  ...pickingExamples,
  ...exceptionsExamples,
  ...scanningExamples,
  ...receiptsExamples,
  ...goodsExamples,
  "accounts.get-csrf-token": nothing,
  "accounts.get-aes-key": nothing,
  "accounts.get-aes-key-login": { own: async ({ owner }) => ({ username: owner.username }) },
  "accounts.sign-in": {
    own: async ({ test, owner }) => {
      const { key_id, seal } = await key(test);
      return { username: owner.username, password: await seal(testPassword), key_id, area: owner.role === "dropShipper" ? "ds" : "p" };
    },
  },
  "accounts.home": nothing,
  "home.get-guide": nothing,
  "home.list-to-dos": nothing,
  "accounts.sign-out": nothing,
  "accounts.renew-session": nothing,
  "accounts.list-sessions": nothing,
  "accounts.revoke-sessions": {
    own: async ({ owner }) => ({ session_uuids: [owner.sessionUuid] }),
    withForeign: async ({ owner, foreign }) => ({ session_uuids: [owner.sessionUuid, foreign.person.sessionUuid] }),
  },
  "accounts.register": {
    own: async ({ test, world }) => ({
      ...(await signUp(test)),
      role: "retailer",
      store_name: freshName(),
      provider_uuid: world.providerA,
      address: "1 Quay Street",
      language: "zh_cn",
    }),
  },
  "accounts.create-add-provider": {
    own: async ({ test }) => {
      const { username, password, key_id, email } = await signUp(test);
      return { company: freshName(), contact: "Somebody", username, password, key_id, country: "CN", email, language: "zh_cn" };
    },
  },
  "accounts.request-password-reset": { own: async ({ owner }) => ({ username: owner.username }) },
  "accounts.reset-password": {
    own: async ({ test }) => {
      const { key_id, seal } = await key(test);
      return { token: "0".repeat(43), password: await seal("New-Right-Horse-8"), confirm: await seal("New-Right-Horse-8"), key_id };
    },
  },
  "accounts.change-password": {
    own: async ({ test }) => {
      const { key_id, seal } = await key(test);
      return {
        old_password: await seal(testPassword),
        password: await seal("New-Right-Horse-8"),
        confirm: await seal("New-Right-Horse-8"),
        key_id,
      };
    },
  },
  "accounts.change-user-info": { own: async () => ({ display_name: "Somebody else", email: "somebody@example.test" }) },
  "accounts.change-avatar": nothing,
  "accounts.default-settings-update": { own: async () => ({ defaultLanguage: "zh_cn", defaultTheme: "darkTheme" }) },

  "sites.init-config": nothing,
  "sites.list-sites": nothing,
  "sites.create-site": {
    own: async () => ({
      host: `${freshName()}.example.com`,
      homepage_title: "码头",
      homepage_title_en: "Quay",
      homepage_icon: "/favicon.ico",
      main_function: "Application",
      locale: "en_us",
      origin: "https://quay.example.com",
    }),
  },
  "sites.update-site": { own: async () => ({ site_uuid: newId(), version: 1, homepage_title: "别名" }) },
  "sites.delete-site": { own: async () => ({ site_uuid: newId() }) },

  "providers.query-all": nothing,
  "providers.query-list": nothing,
  "providers.query-detail": { own: async () => ({ name_of_provider: "Supplier Alpha" }) },
  "providers.my-providers": nothing,
  "providers.join-provider": { own: async ({ world }) => ({ provider_uuid: world.providerB }) },
  "providers.switch-provider": {
    own: async ({ owner }) => ({ provider_uuid: owner.providerUuid }),
    withForeign: async ({ foreign }) => ({ provider_uuid: foreign.person.providerUuid }),
  },

  "operators.list-operators": { own: async () => ({ status: "active", sort: "-last_seen" }) },
  "operators.list-warehouses": { own: async () => ({}) },
  "operators.invite-operator": {
    own: (aim) => invitation(aim, aim.owner),
    withForeign: (aim) => invitation(aim, aim.foreign.person),
  },
  "operators.accept-invitation": {
    own: async ({ test }) => {
      const { key_id, seal } = await key(test);
      return {
        token: "0".repeat(43),
        username: freshName(),
        password: await seal(testPassword),
        confirm: await seal(testPassword),
        key_id,
      };
    },
  },
  "operators.set-permissions": {
    own: async ({ world }) => ({ user_uuid: world.operator.userUuid, permissions: [...permissions], version: 1 }),
    withForeign: async ({ world }) => ({ user_uuid: world.foreignOperator.userUuid, permissions: [], version: 1 }),
  },
  "operators.set-blocked": {
    own: async ({ world }) => ({ user_uuids: [world.idleOperator.userUuid], blocked: true }),
    withForeign: async ({ world }) => ({ user_uuids: [world.idleOperator.userUuid, world.foreignOperator.userUuid], blocked: true }),
  },

  "key-information.retrieve": nothing,
  "key-information.update-company": { own: async () => ({ legal_name: "Alpha Ltd", phone: "+86 10 1234567" }) },
  "key-information.contact-info": nothing,
  "key-information.add-contact": { own: async () => ({ name: "Front desk", type: "phone", detail: "+86 10 1234567" }) },
  "key-information.update-contact": {
    own: async ({ rows }) => ({ contact_uuid: rows.contactUuid, version: 1, name: "Desk", type: "phone", detail: "1234567" }),
    withForeign: async ({ foreign }) => ({
      contact_uuid: foreign.rows.contactUuid,
      version: 1,
      name: "Desk",
      type: "phone",
      detail: "1234567",
    }),
  },
  "key-information.delete-contacts": {
    own: async ({ rows }) => ({ contact_uuids: [rows.contactUuid] }),
    withForeign: async ({ rows, foreign }) => ({ contact_uuids: [rows.contactUuid, foreign.rows.contactUuid] }),
  },
  "key-information.add-authentication": {
    own: async ({ rows }) => ({ type: "passport", name: "Owner", id_number: "X1", documents: [rows.looseDocument] }),
    withForeign: async ({ rows, foreign }) => ({
      type: "passport",
      name: "Owner",
      id_number: "X1",
      documents: [rows.looseDocument, foreign.rows.looseDocument],
    }),
  },
  "key-information.delete-authentication": {
    own: async ({ rows }) => ({ authentication_uuid: rows.authenticationUuid }),
    withForeign: async ({ foreign }) => ({ authentication_uuid: foreign.rows.authenticationUuid }),
  },

  "files.get-file": {
    own: async ({ rows }) => ({ filename: rows.pdf }),
    withForeign: async ({ foreign }) => ({ filename: foreign.rows.pdf }),
  },
  "files.get-file-independently": {
    own: async ({ owner, rows }) => ({ roleType: owner.role, filename: rows.workbook }),
    withForeign: async ({ owner, foreign }) => ({ roleType: owner.role, filename: foreign.rows.workbook }),
  },
  "files.print-file": {
    own: async ({ rows }) => ({ filename: rows.pdf, label: "Waybill" }),
    withForeign: async ({ foreign }) => ({ filename: foreign.rows.pdf }),
  },
  "files.get-template-file": { own: async () => ({ name: "products", lang: "zh_cn" }) },
  "files.upload-images": nothing,

  "downloads.list-downloads": nothing,
  "downloads.mark-seen": {
    own: async ({ rows }) => ({ download_uuids: [rows.downloadUuid] }),
    withForeign: async ({ rows, foreign }) => ({ download_uuids: [rows.downloadUuid, foreign.rows.downloadUuid] }),
  },
  "downloads.delete-downloads": {
    own: async ({ rows }) => ({ download_uuids: [rows.downloadUuid] }),
    withForeign: async ({ rows, foreign }) => ({ download_uuids: [rows.downloadUuid, foreign.rows.downloadUuid] }),
  },

  "audit.retrieve": nothing,
  "audit.export": { own: async () => ({ format: "csv" }) },
};
