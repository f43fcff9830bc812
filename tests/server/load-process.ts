import { setTimeout as sleep } from "node:timers/promises";
import { requestPasswordReset } from "#src/company/accounts/accounts.contract.ts";
import { apiPrefix } from "#src/kit/api/address.ts";
import type { Call } from "#src/kit/api/define-call.ts";
import { exportAuditLog } from "#src/company/audit/audit.contract.ts";
import { addContact } from "#src/company/key-information/key-information.contract.ts";
import { inviteOperator } from "#src/company/operators/operators.contract.ts";
import { createSite } from "#src/company/sites/sites.contract.ts";
import type { SignedIn } from "./people-process.ts";

/*
 * People who work as fast as they get answers. Each operation has one Idempotency-Key and is retried until it is answered, however often the
 * connection
 * is lost; answers are recorded, to be compared with the database.
 */

/** Longer than any answer may take: beyond this, it hangs. */
const patienceMs = 20_000;
const retryAfterMs = 50;

export interface CallMutation {
  readonly call: Call;
  readonly input: object;
  readonly as: SignedIn | null;
  readonly key: string;
}

/** An operation that was answered with success. */
export interface Done extends CallMutation {
  readonly data: unknown;
}

/** An unsuccessful answer, or none within 20 s. */
export interface Trouble {
  readonly call: string;
  readonly status: number;
  readonly code: number | null;
}

/** A kind of work: whose it is, its limit, and its interval. */
interface Kind {
  readonly as: SignedIn | null;
  readonly call: Call;
  readonly input: (index: number) => object;
  readonly most: number;
  readonly everyMs: number;
}

export interface Workforce {
  provider: SignedIn;
  retailer: SignedIn;
  admin: SignedIn;
}

/** Returns each person's operations; names built from `tag` and a number are unique. */
function kindsOf({ provider, retailer, admin }: Workforce, tag: string, lately: (as: SignedIn) => object): Kind[] {
  const site = { homepage_title: "码头", homepage_title_en: "Quay", homepage_icon: "/favicon.ico", main_function: "Application" };
  const contact = (index: number) => ({ name: `${tag}-${index}`, type: "other", detail: "quay 7" });
  const order = (as: SignedIn) => ({ ...lately(as), action: addContact.name, format: "csv" });
  const contacts = { call: addContact, input: contact, most: 22, everyMs: 100 };
  const exports = { call: exportAuditLog, most: 200, everyMs: 60 };
  const hosts = (lane: string) => (index: number) => ({
    ...site,
    host: `${tag}-${lane}-${index}.example.test`,
    origin: "https://example.test",
    locale: "en_us",
  });
  const unlimited = { most: Number.POSITIVE_INFINITY, everyMs: 0 };
  return [
    { as: provider, ...contacts },
    { as: retailer, ...contacts },
    { as: provider, ...exports, input: () => order(provider) },
    { as: retailer, ...exports, input: () => order(retailer) },
    {
      as: provider,
      call: inviteOperator,
      input: (index) => ({ email: `${tag}-${index}@example.test`, permissions: ["goods"] }),
      most: 25,
      everyMs: 100,
    },
    { as: null, call: requestPasswordReset, input: () => ({ username: "operator01" }), most: 2, everyMs: 500 },
    { as: admin, call: createSite, input: hosts("a"), ...unlimited },
    { as: admin, call: createSite, input: hosts("b"), ...unlimited },
  ];
}

/** Makes one attempt; null if the connection was lost. */
async function attempt(
  origin: string,
  { call, input, as, key }: CallMutation,
): Promise<{ status: number; code: number | null; data: unknown } | null> {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const tokens = as === null ? {} : { authorization: `Bearer ${as.tokens.accessToken}`, "x-csrf-token": as.tokens.csrfToken };
  try {
    const reply = await fetch(origin + apiPrefix + call.path, {
      method: call.method,
      headers: { ...headers, ...tokens },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await reply.text();
    const { code, data } = JSON.parse(text) as { code?: number; data?: unknown };
    return { status: reply.status, code: code ?? null, data };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return { status: 0, code: null, data: null };
    if (error instanceof SyntaxError) return { status: -1, code: null, data: null };
    return null;
  }
}

export interface Load {
  readonly done: readonly Done[];
  /** attempted, not answered yet */
  readonly inDoubt: ReadonlySet<CallMutation>;
  readonly troubles: readonly Trouble[];
  /** the number of attempts that lost their connection */
  cut(): number;
  /** the longest wait of an attempt, in ms */
  slowestMs(): number;
  /** From now on, attempts that lose their connection wait for `release` before retrying. */
  hold(): void;
  release(): void;
  /** Starts nothing new; resolves when everything started is answered. */
  finish(): Promise<void>;
}

/** Puts people to work at a server. */
export function startLoad(origin: string, people: Workforce, tag: string): Load {
  const done: Done[] = [];
  const inDoubt = new Set<CallMutation>();
  const troubles: Trouble[] = [];
  const over = new AbortController();
  let cut = 0;
  let slowestMs = 0;
  let released = Promise.withResolvers<void>();
  released.resolve();

  async function untilAnswered(deed: CallMutation): Promise<void> {
    inDoubt.add(deed);
    for (;;) {
      const started = performance.now();
      const answer = await attempt(origin, deed);
      if (answer === null) cut += 1;
      else slowestMs = Math.max(slowestMs, performance.now() - started);
      if (answer?.status === 200 && answer.code === 200) {
        inDoubt.delete(deed);
        done.push({ ...deed, data: answer.data });
        return;
      }
      if (answer !== null) troubles.push({ call: deed.call.name, status: answer.status, code: answer.code });
      await released.promise;
      // Anything but "not now" stays in doubt, and the test reports it.
      if (answer !== null && answer.status !== 503) return;
      await sleep(retryAfterMs);
    }
  }
  /** Identifies an export by its log line: the contact somebody added last. */
  function lately(as: SignedIn): object {
    const last = done.findLast((one) => one.as === as && one.call === addContact);
    return last === undefined ? {} : { subject_uuid: (last.data as { contact_uuid: string }).contact_uuid };
  }
  async function work({ as, call, input, most, everyMs }: Kind): Promise<void> {
    for (let index = 0; index < most && !over.signal.aborted; index += 1) {
      await untilAnswered({ as, call, input: input(index), key: crypto.randomUUID() });
      await sleep(everyMs);
    }
  }
  const working = Promise.all(kindsOf(people, tag, lately).map((kind) => work(kind)));
  return {
    done,
    inDoubt,
    troubles,
    cut: () => cut,
    slowestMs: () => slowestMs,
    hold() {
      released = Promise.withResolvers<void>();
    },
    release: () => released.resolve(),
    async finish() {
      over.abort();
      await working;
    },
  };
}
