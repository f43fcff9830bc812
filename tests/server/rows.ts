import { newId } from "#server/platform/runtime/clock.ts";
import { actAs } from "#server/platform/db/row-security.ts";
import type { Acting, Tx } from "#server/platform/db/row-security.ts";
import { writeAudit } from "#server/platform/audit-trail/audit.commands.ts";
import type { TestApp } from "./app.ts";
import type { Person } from "./world.ts";

/** Returns the marker in every text of a tenant's rows, which a stranger must never read. */
export function markerOf(person: Person): string {
  return `secret of ${person.username}`;
}

/** The rows of a person's calls. */
export interface OwnRows {
  contactUuid: string;
  authenticationUuid: string;
  /** a stored document without an authentication */
  looseDocument: string;
  pdf: string;
  workbook: string;
  downloadUuid: string;
}

function actingAs(person: Person): Acting {
  return { kind: person.role, providerUuid: person.providerUuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid };
}

async function addFile(test: TestApp, tx: Tx, person: Person, purpose: string, extension: string, contentType: string): Promise<string> {
  const fileUuid = newId();
  const storeKey = `${person.providerUuid ?? ""}/${fileUuid}`;
  const facts = await test.services.files.put(storeKey, Buffer.from(`%PDF ${markerOf(person)}`), { contentType });
  await tx
    .insertInto("file")
    .values({
      provider_uuid: person.providerUuid ?? "",
      file_uuid: fileUuid,
      retailer_uuid: person.retailerUuid,
      user_uuid: person.userUuid,
      purpose,
      name: `${markerOf(person)}.${extension}`,
      extension,
      content_type: contentType,
      byte_size: facts.byteSize,
      sha256: Buffer.from(facts.sha256, "hex"),
      store_key: storeKey,
    })
    .execute();
  return fileUuid;
}

/** Gives a person of a provider one of everything in the database, with the person's marker in each. */
export async function addOwnRows(test: TestApp, person: Person): Promise<OwnRows> {
  const now = test.services.clock.now();
  return test.services.database.transaction(actingAs(person), async (tx) => {
    const provider_uuid = person.providerUuid ?? "";
    const owner_uuid = person.retailerUuid ?? provider_uuid;
    const marker = markerOf(person);
    const contactUuid = newId();
    await tx.insertInto("contact").values({ owner_uuid, contact_uuid: contactUuid, name: marker, type: "email", detail: marker }).execute();
    const document = await addFile(test, tx, person, "document", "png", "image/png");
    const loose = await addFile(test, tx, person, "document", "png", "image/png");
    const pdf = await addFile(test, tx, person, "label", "pdf", "application/pdf");
    const workbook = await addFile(test, tx, person, "export", "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    const authenticationUuid = newId();
    await tx
      .insertInto("authentication")
      .values({ owner_uuid, authentication_uuid: authenticationUuid, type: "passport", name: marker, id_number: marker })
      .execute();
    await tx
      .insertInto("authentication_document")
      .values({ owner_uuid, authentication_uuid: authenticationUuid, position: 0, provider_uuid, file_uuid: document })
      .execute();
    const downloadUuid = newId();
    await tx
      .insertInto("download")
      .values({
        provider_uuid,
        download_uuid: downloadUuid,
        user_uuid: person.userUuid,
        kind: "audit.export",
        name: marker,
        status: "ready",
        progress: 100,
        file_uuid: workbook,
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .execute();
    await writeAudit(
      tx,
      { actor: null, now, address: "192.0.2.7" },
      {
        action: "test.happened",
        detail: { marker },
        by: { providerUuid: provider_uuid, retailerUuid: person.retailerUuid, userUuid: person.userUuid, username: marker },
      },
    );
    actAs(tx, actingAs(person));
    return {
      contactUuid,
      authenticationUuid,
      looseDocument: `${loose}.png`,
      pdf: `${pdf}.pdf`,
      workbook: `${workbook}.xlsx`,
      downloadUuid,
    };
  });
}
