import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeName, codes } from "#src/kit/api/codes.ts";
import type { InputOf } from "#src/kit/api/define-call.ts";
import { answerRequest, listRequests, sendRequest } from "#src/pro/support/support.contract.ts";
import { anonymous } from "#server/platform/db/row-security.ts";
import { auditRows, freshAddress, mailsTo } from "#tests/server/accounts.ts";
import { startTestApp } from "#tests/server/app.ts";
import type { TestApp } from "#tests/server/app.ts";
import { request } from "#tests/server/client.ts";
import { makeWorld } from "#tests/server/world.ts";
import type { World } from "#tests/server/world.ts";

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await startTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

let writers = 0;
const freshEmail = () => `writer-${(writers += 1)}@example.com`;

type Message = InputOf<typeof sendRequest>;
const message = (more: Partial<Message> = {}): Message => ({
  email: freshEmail(),
  topic: "counts",
  message: "The page says 102, the file has 101.\nWhich one is right?",
  page: "https://www.etsy.com/listing/1000000101",
  language: "en_us",
  open_ms: 8000,
  ...more,
});
const send = (input: Message, address = freshAddress()) => request(test.app, sendRequest, input, { address });
const stored = async (email: string) => {
  const { data } = await request(test.app, listRequests, { page_size: 200 }, { token: world.siteAdmin.token });
  return data.result.filter((one) => one.email === email);
};

describe("a message to support", () => {
  it("is stored for the administrators under the number that its sender gets", async () => {
    const input = message();
    const sent = await send(input);
    expect(sent.data.number).toMatch(/^S-[B-Z]{4}-[B-Z]{4}$/);
    const { website: _website, open_ms: _openMs, ...kept } = { website: "", ...input };
    expect(await stored(input.email)).toMatchObject([{ ...kept, number: sent.data.number, status: "OPEN", answer: "", answered_at: null }]);
  });

  it("from a bot is answered like any other, but not stored", async () => {
    for (const machine of [{ website: "https://spam.example" }, { open_ms: 300 }]) {
      const input = message(machine);
      expect((await send(input)).data.number).toMatch(/^S-/);
      expect(await stored(input.email)).toEqual([]);
    }
  });

  it("is refused with a reason if it is invalid, and with 400 if its text is not plain", async () => {
    expect((await send(message({ message: "   help   " }))).code).toBe(codes["support.messageRequired"].code);
    expect((await send(message({ message: "x".repeat(4001) }))).code).toBe(codes["support.messageTooLong"].code);
    expect((await send(message({ email: "nobody" }))).code).toBe(codes["accounts.emailShape"].code);
    expect((await send(message({ message: "a bell \u0007 and more text" }))).status).toBe(400);
    expect((await send(message({ page: "\ud800" }))).status).toBe(400);
  });

  it("is limited to five an hour from one network and five a day from one address, even concurrently", async () => {
    const address = freshAddress();
    const fromOne = await Promise.all(Array.from({ length: 8 }, () => send(message(), address)));
    expect(fromOne.filter(({ code }) => code === codes.success.code)).toHaveLength(5);
    expect(fromOne.filter(({ code }) => code === codes["support.tooOften"].code)).toHaveLength(3);
    const email = freshEmail();
    const byOne = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(message({ email: at % 2 === 0 ? email : email.toUpperCase() }))),
    );
    expect(byOne.filter(({ code }) => code === codes.success.code)).toHaveLength(5);
  });

  it("cannot be read by those who may send one", async () => {
    await send(message());
    const rows = await test.services.database.transaction(anonymous, (tx) => tx.selectFrom("support_request").selectAll().execute());
    expect(rows).toEqual([]);
    expect((await request(test.app, listRequests, {}, { token: world.provider.token })).status).toBe(403);
    expect((await request(test.app, listRequests, {}, { token: world.customer.token })).status).toBe(403);
  });
});

describe("an answer", () => {
  it("is mailed in the sender's language, quotes the question, and is recorded in the audit log", async () => {
    const input = message({ language: "zh_cn", message: "页面上的数字和文件对不上。\n应该以哪个为准？" });
    const { number } = (await send(input)).data;
    const [open] = await stored(input.email);
    const answer = { request_uuid: open?.request_uuid ?? "", version: 1, answer: "请以任务报告中的本商品评论数为准。" };
    const reply = await request(test.app, answerRequest, answer, { token: world.siteAdmin.token });
    expect(reply.data).toMatchObject({ status: "ANSWERED", answer: answer.answer, version: 2 });
    const [mail, ...more] = await mailsTo(test, input.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(number);
    expect(mail?.text).toContain(answer.answer);
    expect(mail?.text).toContain("> 页面上的数字和文件对不上。\n> 应该以哪个为准？");
    const [note] = (await auditRows(test, "support.answer-request")).filter((row) => row.subject_uuid === answer.request_uuid);
    expect(note).toMatchObject({ user_uuid: world.siteAdmin.userUuid, detail: { number } });
    expect(JSON.stringify(note)).not.toContain(input.email);
  });

  it("is given once, even by two administrators at the same moment", async () => {
    const input = message();
    await send(input);
    const [open] = await stored(input.email);
    const answers = await Promise.all(
      ["This is the first answer.", "This is the second answer."].map((answer) =>
        request(test.app, answerRequest, { request_uuid: open?.request_uuid ?? "", version: 1, answer }, { token: world.siteAdmin.token }),
      ),
    );
    expect(answers.map(({ code }) => codeName(code)).toSorted()).toEqual(["changedMeanwhile", "success"]);
    expect(await mailsTo(test, input.email)).toHaveLength(1);
  });

  it("is refused for an unknown message", async () => {
    const nothing = { request_uuid: "00000000-0000-7000-8000-000000000009", version: 1, answer: "To nobody at all." };
    expect((await request(test.app, answerRequest, nothing, { token: world.siteAdmin.token })).code).toBe(codes["notFound"].code);
  });
});
