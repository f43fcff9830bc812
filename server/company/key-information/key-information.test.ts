import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codes } from "#src/kit/api/codes.ts";
import type { CodeName } from "#src/kit/api/codes.ts";
import type { OutputOf } from "#src/kit/api/define-call.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import {
  addAuthentication,
  addContact,
  contactInfo,
  deleteAuthentication,
  deleteContacts,
  retrieveKeyInformation,
  updateCompany,
  updateContact,
} from "#src/company/key-information/key-information.contract.ts";
import { joinProvider, switchProvider } from "#src/company/providers/providers.contract.ts";
import { newId } from "#server/platform/runtime/clock.ts";
import { platform } from "#server/platform/db/row-security.ts";
import { makePng } from "#tests/factories/images.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { headersOf, request, send } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await startTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const mine = async ({ token }: Person) => (await request(test_.app, retrieveKeyInformation, {}, { token })).data;
const change = ({ token }: Person, input: object) => send(test_.app, updateCompany, input, { token });
const phone = { name: "Front desk", type: "phone", detail: "+86 21 5555 0100" } as const;
const contact = ({ token }: Person, input = phone) => request(test_.app, addContact, input, { token });

/** Uploads so many pictures, as the client does; gives their names. */
async function upload({ token }: Person, count = 1): Promise<string[]> {
  const form = new FormData();
  for (let index = 0; index < count; index += 1)
    form.append("images", new Blob([new Uint8Array(makePng(4 + index, 4))]), `paper-${index}.png`);
  const body = new Response(form);
  const reply = await test_.app.inject({
    method: "POST",
    url: `/v1${uploadImages.path}`,
    headers: { ...headersOf({ token }), "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const { data } = reply.json<{ data: OutputOf<typeof uploadImages> }>();
  return data.result.map(({ filename }) => filename);
}

const licence = { type: "businessLicence", name: "Business licence", id_number: "91310000X" } as const;
const authenticate = ({ token }: Person, documents: string[]) =>
  request(test_.app, addAuthentication, { ...licence, documents }, { token });
const unauthenticate = ({ token }: Person, authentication_uuid: string) =>
  request(test_.app, deleteAuthentication, { authentication_uuid }, { token });
const fetchFile = async ({ token }: Person, filename: string) =>
  (await send(test_.app, getFile, { filename }, { token })).headers["content-type"];
const json = "application/json; charset=utf-8";

function actionsOn(subjectUuid: string) {
  return test_.services.database.transaction(platform, (tx) =>
    tx
      .selectFrom("audit_log")
      .select(["action", "provider_uuid", "retailer_uuid", "detail"])
      .where("subject_uuid", "=", subjectUuid)
      .execute(),
  );
}

describe("a company's details", () => {
  test("start with the name and country from sign-up", async () => {
    const empty = { legal_name: "", registration_number: "", tax_number: "", address: "", phone: "", email: "", website: "" };
    expect(await mine(world.foreignProvider)).toEqual({
      company: { name: "Supplier Beta", country_code: "CN", ...empty },
      contacts: [],
      authentications: [],
      progress: { done: 2, of: 9 },
    });
    expect((await mine(world.foreignRetailer)).company).toEqual({ name: "Retailer Three", country_code: "US", ...empty });
  });

  test("change only in the fields that are sent", async () => {
    const details = { legal_name: "Alpha Storage Ltd", address: "1 Pier Road", phone: "+862155550100", email: "ops@example.test" };
    expect((await change(world.provider, details)).code).toBe(200);
    const changed = await change(world.provider, { address: " 2 Pier Road ", email: "" });
    expect(changed.data).toMatchObject({ ...details, address: "2 Pier Road", email: "", name: "Supplier Alpha" });
    expect((await mine(world.provider)).company).toEqual(changed.data);
    expect((await mine(world.provider)).progress).toEqual({ done: 5, of: 9 });
    expect(await actionsOn(world.providerA)).toMatchObject([
      { action: "key-information.update-company", detail: { fields: ["legal_name", "address", "phone", "email"] } },
      { detail: { fields: ["address", "email"] } },
    ]);
  });

  test("belong to the retailer alone, whichever supplier it works with", async () => {
    const { retailer, otherRetailer, provider } = world;
    await change(retailer, { legal_name: "Retail One LLC", name: "Retailer One, renamed", country_code: "DE" });
    expect((await mine(retailer)).company).toMatchObject({
      name: "Retailer One, renamed",
      country_code: "DE",
      legal_name: "Retail One LLC",
    });
    expect((await mine(otherRetailer)).company).toMatchObject({ name: "Retailer Two", legal_name: "" });
    expect((await mine(provider)).company).toMatchObject({ name: "Supplier Alpha", legal_name: "Alpha Storage Ltd" });
  });

  test("cannot have another supplier's name, in any case; of two at once, one gets a free name", async () => {
    for (const name of ["Supplier Beta", "SUPPLIER BETA"]) {
      const taken = await change(world.provider, { name, address: "3 Pier Road" });
      expect(taken.code).toBe(codes["accounts.companyTaken"].code);
    }
    expect((await mine(world.provider)).company).toMatchObject({ name: "Supplier Alpha", address: "2 Pier Road" });
    const both = await Promise.all([world.provider, world.foreignProvider].map((person) => change(person, { name: "Harbour" })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, codes["accounts.companyTaken"].code]);
    // retailers are not known to each other: theirs may be the same
    expect((await change(world.otherRetailer, { name: "Harbour" })).code).toBe(200);
  });

  test("may all be omitted", async () => {
    expect((await change(world.provider, {})).code).toBe(200);
  });

  test.each<[object, CodeName]>([
    [{ name: " " }, "accounts.storeNameRequired"],
    [{ email: "ops@" }, "accounts.emailShape"],
    [{ phone: "call me" }, "accounts.phoneShape"],
    [{ country_code: "USA" }, "parameterError"],
    [{ country_code: "us" }, "parameterError"],
    [{ address: "x".repeat(501) }, "parameterError"],
    [{ name: "a\0b" }, "parameterError"],
    [{ name: ["Supplier"] }, "parameterError"],
    [{ owner_uuid: "00000000-0000-7000-8000-000000000001" }, "parameterError"],
    [{ is_open_for_sign_up: true }, "parameterError"],
    [{ version: 1 }, "parameterError"],
  ])("with %j are refused as %s", async (input, name) => {
    const before = await mine(world.retailer);
    expect((await change(world.retailer, input)).code).toBe(codes[name].code);
    expect(await mine(world.retailer)).toEqual(before);
  });
});

describe("contacts", () => {
  test("are added, changed only with the current version, and listed in order", async () => {
    const { retailer } = world;
    const { token } = retailer;
    const first = (await contact(retailer)).data;
    const second = (await contact(retailer)).data;
    expect(first).toEqual({ contact_uuid: first.contact_uuid, ...phone, version: 1 });
    const input = {
      contact_uuid: first.contact_uuid,
      version: 1,
      name: "Night desk",
      type: "email",
      detail: "night@example.test",
    } as const;
    const changed = await request(test_.app, updateContact, input, { token });
    expect(changed.data).toEqual({ ...input, version: 2 });
    expect((await request(test_.app, updateContact, input, { token })).code).toBe(codes.changedMeanwhile.code);
    expect((await request(test_.app, contactInfo, {}, { token })).data.result).toEqual([changed.data, second]);
    expect(await actionsOn(first.contact_uuid)).toEqual([
      { action: "key-information.add-contact", provider_uuid: world.providerA, retailer_uuid: world.retailerA, detail: {} },
      { action: "key-information.update-contact", provider_uuid: world.providerA, retailer_uuid: world.retailerA, detail: {} },
    ]);
  });

  test("are added once on a double click", async () => {
    const { token } = world.foreignProvider;
    const press = () => request(test_.app, addContact, phone, { token, idempotencyKey: "press-of-the-button" });
    const [first, second] = await Promise.all([press(), press()]);
    expect(second.data).toEqual(first.data);
    expect((await mine(world.foreignProvider)).contacts).toHaveLength(1);
  });

  test("of a supplier are visible to its operators, who cannot change them", async () => {
    const added = (await contact(world.provider)).data;
    const { token } = world.idleOperator;
    expect((await request(test_.app, contactInfo, {}, { token })).data.result).toEqual([added]);
    expect((await request(test_.app, retrieveKeyInformation, {}, { token })).data.contacts).toEqual([added]);
    for (const call of [updateCompany, addContact, updateContact, deleteContacts, addAuthentication, deleteAuthentication])
      expect(await send(test_.app, call, {}, { token })).toMatchObject({ status: 403, data: null });
  });

  test("of others are not found, and one of them fails the whole batch", async () => {
    const theirs = (await contact(world.otherRetailer)).data;
    const own = (await contact(world.retailer)).data;
    for (const person of [world.retailer, world.provider, world.foreignProvider, world.foreignRetailer]) {
      const { token } = person;
      const input = { ...phone, contact_uuid: theirs.contact_uuid, version: 1, name: "Mine now" };
      expect((await request(test_.app, updateContact, input, { token })).code).toBe(codes.notFound.code);
      const batch = { contact_uuids: [own.contact_uuid, theirs.contact_uuid] };
      expect((await request(test_.app, deleteContacts, batch, { token })).code).toBe(codes.notFound.code);
    }
    expect((await mine(world.otherRetailer)).contacts).toEqual([theirs]);
    expect((await mine(world.retailer)).contacts).toContainEqual(own);
  });

  test("are removed, and one named twice counts once", async () => {
    const { token } = world.retailer;
    const uuids = [(await contact(world.retailer)).data, (await contact(world.retailer)).data].map(({ contact_uuid }) => contact_uuid);
    const removed = await request(
      test_.app,
      deleteContacts,
      { contact_uuids: [...uuids, ...uuids.map((uuid) => uuid.toUpperCase())] },
      { token },
    );
    expect(removed.data).toEqual({ deleted: 2 });
    expect((await request(test_.app, deleteContacts, { contact_uuids: uuids }, { token })).code).toBe(codes.notFound.code);
    const kept = (await mine(world.retailer)).contacts.map(({ contact_uuid }) => contact_uuid);
    expect(kept).not.toContain(uuids[0]);
  });

  test("are at most 50, also when several come at once", async () => {
    const person = world.foreignRetailer;
    const added = await Promise.all(Array.from({ length: 53 }, () => contact(person)));
    expect(added.filter(({ code }) => code === 200)).toHaveLength(50);
    expect(added.filter(({ code }) => code === codes["keyInformation.tooManyContacts"].code)).toHaveLength(3);
    expect((await mine(person)).contacts).toHaveLength(50);
  });

  test.each<[object, CodeName]>([
    [{ ...phone, detail: " " }, "keyInformation.contactDetailRequired"],
    [{ ...phone, name: "" }, "parameterError"],
    [{ ...phone, type: "pigeon" }, "parameterError"],
    [{ ...phone, detail: "x".repeat(201) }, "parameterError"],
    [{ ...phone, owner_uuid: "00000000-0000-7000-8000-000000000001" }, "parameterError"],
    [{}, "parameterError"],
  ])("like %j are refused", async (input, name) => {
    expect((await send(test_.app, addContact, input, { token: world.provider.token })).code).toBe(codes[name].code);
  });
});

describe("authentications", () => {
  test("keep their documents in order, and count as progress", async () => {
    const before = (await mine(world.provider)).progress.done;
    const documents = (await upload(world.provider, 3)).toReversed();
    const added = await authenticate(world.provider, documents);
    expect(added.data).toEqual({
      ...licence,
      authentication_uuid: added.data.authentication_uuid,
      documents,
      created_at: added.data.created_at,
    });
    expect(Date.parse(added.data.created_at)).toBe(test_.clock.now().getTime());
    const after = await mine(world.provider);
    expect(after.authentications).toEqual([added.data]);
    expect(after.progress.done).toBe(before + 1);
    const { authentication_uuid } = added.data;
    expect(await actionsOn(authentication_uuid)).toMatchObject([
      { action: "key-information.add-authentication", detail: { documents: 3 } },
    ]);
  });

  test("are removed with their documents, except those that another one has", async () => {
    const { retailer } = world;
    const [own = "", shared = ""] = await upload(retailer, 2);
    const first = (await authenticate(retailer, [own, shared, own])).data;
    expect(first.documents).toEqual([own, shared]);
    const second = (await authenticate(retailer, [shared])).data;
    expect((await unauthenticate(retailer, first.authentication_uuid)).code).toBe(200);
    expect(await Promise.all([own, shared].map((name) => fetchFile(retailer, name)))).toEqual([json, "image/png"]);
    expect((await mine(retailer)).authentications).toEqual([second]);
    // what is on its way out cannot be named again
    expect((await authenticate(retailer, [own])).code).toBe(codes.notFound.code);
    expect((await unauthenticate(retailer, first.authentication_uuid)).code).toBe(codes.notFound.code);
    expect((await actionsOn(first.authentication_uuid)).map(({ action }) => action)).toEqual([
      "key-information.add-authentication",
      "key-information.delete-authentication",
    ]);
  });

  test("of a retailer that switched to another supplier remain, and can be removed with their documents", async () => {
    const { otherRetailer: retailer, providerA, providerB } = world;
    const documents = await upload(retailer);
    const { authentication_uuid } = (await authenticate(retailer, documents)).data;
    const turnTo = (provider_uuid: string) => request(test_.app, switchProvider, { provider_uuid }, { token: retailer.token });
    await request(test_.app, joinProvider, { provider_uuid: providerB }, { token: retailer.token });
    expect((await turnTo(providerB)).code).toBe(200);
    expect((await mine(retailer)).authentications).toMatchObject([{ documents }]);
    const again = await authenticate(retailer, documents);
    expect(again.code).toBe(200);
    for (const uuid of [authentication_uuid, again.data.authentication_uuid]) expect((await unauthenticate(retailer, uuid)).code).toBe(200);
    await turnTo(providerA);
    expect(await fetchFile(retailer, documents[0] ?? "")).toBe(json);
  });

  test("accept nobody else's document, not even a retailer's for its supplier", async () => {
    const [theirs = ""] = await upload(world.retailer);
    const [suppliers = ""] = await upload(world.provider);
    const own = await upload(world.foreignProvider);
    expect((await authenticate(world.provider, [theirs])).code).toBe(codes.notFound.code);
    expect((await authenticate(world.retailer, [suppliers])).code).toBe(codes.notFound.code);
    for (const stranger of [world.foreignProvider, world.foreignRetailer, world.otherRetailer])
      expect((await authenticate(stranger, [theirs])).code).toBe(codes.notFound.code);
    // one foreign document refuses all
    expect((await authenticate(world.foreignProvider, [...own, theirs])).code).toBe(codes.notFound.code);
    expect((await mine(world.foreignProvider)).authentications).toEqual([]);
  });

  test("refuse a file that is not a document, does not exist, or has another type's name", async () => {
    const [own = ""] = await upload(world.provider);
    expect((await authenticate(world.provider, [`${newId()}.png`])).code).toBe(codes.notFound.code);
    expect((await authenticate(world.provider, [own.replace(".png", ".pdf")])).code).toBe(codes.notFound.code);
    const { database } = test_.services;
    await database.transaction({ kind: "provider", providerUuid: world.providerA }, (tx) =>
      tx
        .updateTable("file")
        .set({ purpose: "download" })
        .where("provider_uuid", "=", world.providerA)
        .where("file_uuid", "=", own.split(".")[0] ?? "")
        .execute(),
    );
    expect((await authenticate(world.provider, [own])).code).toBe(codes.notFound.code);
  });

  test("of others are not found", async () => {
    const { authentication_uuid } = (await authenticate(world.provider, await upload(world.provider))).data;
    for (const person of [world.retailer, world.foreignProvider, world.foreignRetailer])
      expect((await unauthenticate(person, authentication_uuid)).code).toBe(codes.notFound.code);
    expect((await mine(world.provider)).authentications.map((one) => one.authentication_uuid)).toContain(authentication_uuid);
  });

  test("are at most 50, also when several come at once", async () => {
    const person = world.foreignProvider;
    const documents = await upload(person);
    const added = await Promise.all(Array.from({ length: 52 }, () => authenticate(person, documents)));
    expect(added.map(({ code }) => code).toSorted()).toEqual([
      ...Array<number>(50).fill(200),
      ...Array<number>(2).fill(codes["keyInformation.tooManyAuthentications"].code),
    ]);
  });

  test.each([
    { documents: [] },
    { documents: Array<string>(10).fill("018bcfe5-6800-7000-8000-000000000001.png") },
    { documents: ["../../etc/passwd"] },
    { documents: ["018bcfe5-6800-7000-8000-000000000001.exe"] },
    { type: "library" },
    { id_number: "" },
    { name: "x".repeat(201) },
    { created_at: "2020-01-01T00:00:00Z" },
  ])("with %j are a bad request", async (odd) => {
    const input = { ...licence, documents: ["018bcfe5-6800-7000-8000-000000000001.png"], ...odd };
    expect(await send(test_.app, addAuthentication, input, { token: world.provider.token })).toMatchObject({ status: 400 });
  });
});
