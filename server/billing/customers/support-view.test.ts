import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home, listSessions, signOut } from "#src/company/accounts/accounts.contract.ts";
import { codes } from "#src/kit/api/codes.ts";
import { customerLogin } from "#src/billing/customers/customers.contract.ts";
import { getFile, uploadImages } from "#src/kit/files/files.contract.ts";
import {
  addAuthentication,
  addContact,
  contactInfo,
  retrieveKeyInformation,
  updateCompany,
} from "#src/company/key-information/key-information.contract.ts";
import { joinProvider, switchProvider } from "#src/company/providers/providers.contract.ts";
import { endSessions } from "#server/company/accounts/session.commands.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { makePng } from "#tests/factories/images.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { addPerson, makeWorld } from "#tests/server/world.ts";
import type { Person, World } from "#tests/server/world.ts";

let served: TestApp;
let world: World;
/** Retailer Three works with Supplier Beta and Supplier Alpha; its uploads under each. */
let papers: { underBeta: string; underAlpha: string };

beforeAll(async () => {
  served = await startTestApp();
  world = await makeWorld(served);
  const { foreignRetailer: retailer, providerA, providerB } = world;
  await request(served.app, joinProvider, { provider_uuid: providerA }, { token: retailer.token });
  const authenticate = async (provider_uuid: string, id_number: string): Promise<string> => {
    await request(served.app, switchProvider, { provider_uuid }, { token: retailer.token });
    const files = [{ field: "images", name: "passport.png", bytes: makePng(4, 4) }];
    const { data } = await request(served.app, uploadImages, {}, { token: retailer.token, files });
    const [filename = ""] = data.result.map((image) => image.filename);
    const input = { type: "passport" as const, name: "Passport", id_number, documents: [filename] };
    await request(served.app, addAuthentication, input, { token: retailer.token });
    return filename;
  };
  papers = { underBeta: await authenticate(providerB, "P-BETA-1"), underAlpha: await authenticate(providerA, "P-ALPHA-2") };
  const company = { tax_number: "TAX-99", registration_number: "REG-88", legal_name: "Three Ltd" };
  await request(served.app, updateCompany, company, { token: retailer.token });
  const contact = { name: "Owner", type: "phone" as const, detail: "+86 21 5555 0199" };
  await request(served.app, addContact, contact, { token: retailer.token });
});
afterAll(() => served.close());

/** Opens the retailer's area for support. @returns the session's token */
async function openSupport({ token }: Person): Promise<string> {
  const opened = await request(served.app, customerLogin, { retailer_uuid: world.retailerB }, { token });
  expect(opened.code).toBe(200);
  return opened.data.access_token;
}
const fetchFile = async (token: string, filename: string) =>
  (await request(served.app, getFile, { filename }, { token })).headers["content-type"];
const homeCode = async (token: string) => (await request(served.app, home, {}, { token })).code;

describe("a support session of one of a retailer's suppliers", () => {
  test("shows neither the retailer's documents, under any supplier, nor its numbers and contacts", async () => {
    const token = await openSupport(world.provider);
    const information = await request(served.app, retrieveKeyInformation, {}, { token });
    expect(information.data.company.name).toBe("Retailer Three");
    expect(information.data).toMatchObject({
      company: { legal_name: "", tax_number: "", registration_number: "" },
      contacts: [],
      authentications: [],
    });
    for (const secret of ["P-BETA-1", "P-ALPHA-2", "TAX-99", "REG-88", "5555 0199"]) expect(information.text).not.toContain(secret);
    expect((await request(served.app, contactInfo, {}, { token })).data.result).toEqual([]);
    for (const filename of Object.values(papers)) expect(await fetchFile(token, filename)).toContain("application/json");
  });

  test("hides none of it from the retailer itself, under either supplier", async () => {
    const { token } = world.foreignRetailer;
    for (const provider_uuid of [world.providerB, world.providerA]) {
      await request(served.app, switchProvider, { provider_uuid }, { token });
      const { data } = await request(served.app, retrieveKeyInformation, {}, { token });
      expect(data.company.tax_number).toBe("TAX-99");
      expect(data.authentications.map(({ id_number }) => id_number)).toEqual(["P-BETA-1", "P-ALPHA-2"]);
      for (const filename of Object.values(papers)) expect(await fetchFile(token, filename)).toBe("image/png");
    }
  });
});

describe("a support session ends", () => {
  const opener = (username: string) => addPerson(served, { username, role: "provider", providerUuid: world.providerA });

  test("for good when its opener signs out, and no other session does", async () => {
    const [first, second] = [await opener("opener-one"), await opener("opener-two")];
    const [ended, kept] = [await openSupport(first), await openSupport(second)];
    expect(await homeCode(ended)).toBe(200);
    expect((await request(served.app, signOut, {}, { token: first.token })).code).toBe(200);
    expect(await homeCode(ended)).toBe(codes.loginExpired.code);
    expect(await homeCode(kept)).toBe(200);
    const { data } = await request(served.app, listSessions, {}, { token: world.foreignRetailer.token });
    expect(data.result.filter(({ opened_for_support }) => opened_for_support).length).toBeGreaterThan(0);
    expect(await homeCode(world.foreignRetailer.token)).toBe(200);
  });

  test("when its opener's session is ended by somebody else", async () => {
    const person = await opener("opener-three");
    const token = await openSupport(person);
    await served.services.database.transaction(anonymous, (tx) => endSessions(tx, { userUuids: [person.userUuid] }, served.clock.now()));
    expect(await homeCode(token)).toBe(codes.loginExpired.code);
  });

  test.each([
    ["is blocked", { status: "blocked" }],
    ["has changed to another supplier", { related_uuid: "other" }],
  ])("when its opener %s", async (_what, change) => {
    const person = await opener(`opener-${Object.keys(change).join()}`);
    const token = await openSupport(person);
    expect(await homeCode(token)).toBe(200);
    const [column, value] = Object.entries(change)[0] ?? [];
    const owner = new pg.Client({ connectionString: served.ownerUrl });
    await owner.connect();
    await owner.query("select set_config('app.kind', 'gate', false)");
    await owner.query(`update app_user set ${column ?? ""} = $1 where user_uuid = $2`, [
      value === "other" ? world.providerB : value,
      person.userUuid,
    ]);
    await owner.end();
    expect(await homeCode(token)).toBe(codes.loginExpired.code);
  });
});
