import { retrieveAuditLog } from "#src/company/audit/audit.contract.ts";
import { getCustomers, setCustomersBlocked } from "#src/billing/customers/customers.contract.ts";
import { listDownloads } from "#src/company/downloads/downloads.contract.ts";
import { inviteOperator, listOperators, setOperatorsBlocked } from "#src/company/operators/operators.contract.ts";
import { myProviders } from "#src/company/providers/providers.contract.ts";
import { myPin } from "#src/company/shared-device/shared-device.contract.ts";
import { createSite, listSites } from "#src/company/sites/sites.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { anonymous, platform } from "#server/platform/db/row-security.ts";
import { forgetPin, storePin, createBadge } from "#server/company/shared-device/pin.commands.ts";
import { ensureDefaultSites } from "#server/company/sites/sites.commands.ts";
import { addPerson, addRetailer } from "../world.ts";
import { asPerson, askAs } from "./walk.ts";
import type { SubjectWalk } from "./walk.ts";

const named = (slice: string, names: readonly string[]) => names.map((name) => `${slice}.${name}`);

const customersWalk: SubjectWalk = {
  actions: named("customers", ["support", "block", "letIn"]),
  states: ["active", "blocked"],
  async make({ test, world, ask }, state, action) {
    const name = `Retailer ${newId()}`;
    const retailerUuid = await test.services.database.transaction(anonymous, (tx) => addRetailer(tx, name, world.providerA));
    await addPerson(test, { username: `of-${retailerUuid}`, role: "dropShipper", providerUuid: world.providerA, retailerUuid });
    if (state === "blocked") await ask(setCustomersBlocked, { retailer_uuids: [retailerUuid], blocked: true });
    const { result } = await ask(getCustomers, { search: name });
    return {
      subject: result.find(({ retailer_uuid }) => retailer_uuid === retailerUuid),
      inputs: {
        "customers.customer-login": { retailer_uuid: retailerUuid },
        "customers.set-blocked": { retailer_uuids: [retailerUuid], blocked: action === "customers.block" },
      },
    };
  },
};

const operatorsWalk: SubjectWalk = {
  actions: named("operators", ["rights", "inviteAgain", "block", "letIn", "takePin"]),
  states: ["active", "blocked", "invited"],
  async make({ test, world, ask }, state, action) {
    const email = `${newId()}@example.test`;
    const person = { username: newId(), role: "operator", providerUuid: world.providerA } as const;
    const user_uuid =
      state === "invited"
        ? (await ask(inviteOperator, { email, display_name: "", permissions: [], language: "en_us" })).user_uuid
        : (await addPerson(test, person)).userUuid;
    if (state === "blocked") await ask(setOperatorsBlocked, { user_uuids: [user_uuid], blocked: true });
    const { result } = await ask(listOperators, { page_size: 200 });
    const subject = result.find((one) => one.user_uuid === user_uuid);
    return {
      subject,
      inputs: {
        "operators.set-permissions": { user_uuid, permissions: ["goods"], version: subject?.version },
        "operators.invite-operator": { email: subject?.email, permissions: ["goods"] },
        "operators.set-blocked": { user_uuids: [user_uuid], blocked: action === "operators.block" },
        "scanning.revoke-pin": { user_uuid },
      },
    };
  },
};

const downloadsWalk: SubjectWalk = {
  actions: named("downloads", ["save", "remove", "markSeen"]),
  states: ["ready", "queued", "failed"],
  async make(stage, state) {
    const { viewer, rows } = stage;
    // Everybody has downloads of their own.
    const list = () => askAs(stage.test, viewer.person, listDownloads, {});
    const { providerUuid, userUuid } = viewer.person;
    const [provider_uuid, download_uuid] = [providerUuid ?? "", newId()];
    // Of a ready one, another of this person's is removed: the file stays for the next who saves it.
    await asPerson(stage, viewer.person, (tx) =>
      tx
        .insertInto("download")
        .values({
          provider_uuid,
          download_uuid,
          user_uuid: userUuid,
          kind: "audit.export",
          name: "x",
          status: state === "ready" ? "failed" : state,
          created_at: new Date(),
          expires_at: new Date(Date.now() + 86_400_000),
        })
        .execute(),
    );
    if (state === "ready") {
      const { result } = await list();
      const subject = result.find((one) => one.download_uuid === rows.downloadUuid);
      // A support session sees none of the retailer's own.
      if (subject === undefined) return null;
      const inputs = {
        "files.get-file-independently": { roleType: viewer.role, filename: subject.filename },
        "downloads.delete-downloads": { download_uuids: [download_uuid] },
      };
      return { subject, inputs: { ...inputs, "downloads.mark-seen": { download_uuids: [rows.downloadUuid] } } };
    }
    const subject = (await list()).result.find((one) => one.download_uuid === download_uuid);
    if (subject === undefined) return null;
    const ids = { download_uuids: [download_uuid] };
    return { subject, inputs: { "downloads.delete-downloads": ids, "downloads.mark-seen": ids } };
  },
};

const sitesWalk: SubjectWalk = {
  actions: named("sites", ["edit", "delete"]),
  states: ["default", "of a host"],
  async make({ test, ask }, state) {
    const origins = { application: "http://127.0.0.1:8080", homepage: "http://127.0.0.1:8081" };
    if (state === "default") await test.services.database.transaction(platform, (tx) => ensureDefaultSites(tx, origins, new Date()));
    const host = `${newId()}.example.com`;
    const titles = { homepage_title: "码头", homepage_title_en: "Quay", homepage_icon: "/favicon.ico" };
    if (state !== "default")
      await ask(createSite, { host, ...titles, main_function: "Application", locale: "en_us", origin: `https://${host}` });
    const { result } = await ask(listSites, {});
    const subject = result.find((site) => (state === "default" ? site.is_default : site.host === host));
    if (subject === undefined) throw new Error(`no site: ${state}`);
    const { site_uuid, version } = subject;
    return { subject, inputs: { "sites.update-site": { site_uuid, version, homepage_title: "别名" }, "sites.delete-site": { site_uuid } } };
  },
};

const providersWalk: SubjectWalk = {
  actions: ["providers.switch"],
  states: ["blocked", "open"],
  async make({ test, world, viewer, ask }, state) {
    const is_blocked = state === "blocked";
    const relation = { provider_uuid: world.providerB, retailer_uuid: viewer.person.retailerUuid ?? "" };
    await test.services.database.transaction(anonymous, (tx) =>
      tx
        .insertInto("retailer_provider")
        .values(relation)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    await askAs(test, world.foreignProvider, setCustomersBlocked, { retailer_uuids: [relation.retailer_uuid], blocked: is_blocked });
    const { result } = await ask(myProviders, {});
    const { provider_uuid } = relation;
    return {
      subject: result.find((one) => one.provider_uuid === provider_uuid),
      inputs: { "providers.switch-provider": { provider_uuid } },
    };
  },
};

const auditWalk: SubjectWalk = {
  actions: named("audit", ["ofPerson"]),
  states: ["by a person", "by the system"],
  async make({ ask }, state) {
    const { result } = await ask(retrieveAuditLog, {});
    const [entry] = result;
    if (entry === undefined) throw new Error("the log is empty");
    return { subject: state === "by the system" ? { ...entry, user_uuid: "" } : entry, inputs: {} };
  },
};

const pinsWalk: SubjectWalk = {
  actions: ["shared-device.removePin"],
  states: ["with neither", "with a PIN", "with a badge"],
  async make(stage, state) {
    const { person } = stage.viewer;
    const who = { providerUuid: person.providerUuid ?? "", userUuid: person.userUuid };
    await asPerson(stage, person, async (tx) => {
      await forgetPin(tx, who);
      if (state === "with a PIN") await storePin(tx, who, "a hash", new Date());
      if (state === "with a badge") await createBadge(tx, who, new Date());
    });
    return { subject: await askAs(stage.test, person, myPin, {}), inputs: {} };
  },
};

/** Retailers, operators, files of jobs, sites, the audit log and PINs. */
export const peopleWalks: readonly SubjectWalk[] = [
  customersWalk,
  operatorsWalk,
  downloadsWalk,
  sitesWalk,
  providersWalk,
  auditWalk,
  pinsWalk,
];
