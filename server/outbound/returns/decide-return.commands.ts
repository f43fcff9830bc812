import { sql } from "kysely";
import type { RefusalName } from "#src/kit/api/codes.ts";
import type { ParsedInputOf } from "#src/kit/api/define-call.ts";
import { ok, refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import type { decideReturn, decideReturns, saveReturnRule } from "#src/outbound/returns/returns.contract.ts";
import type { DamagedDecision, ReturnDecision } from "#src/outbound/returns/returns.rules.ts";
import { isUndecided } from "#src/outbound/returns/returns.rules.ts";
import { asPlatform } from "../orders/order-scope.ts";
import type { OrderScope } from "../orders/order-scope.ts";
import { lockFor } from "./arrive-return.commands.ts";
import { listStoredLines, saveReturn } from "./locked-return.commands.ts";
import type { LockedReturn, StoredLine } from "./locked-return.commands.ts";

/** What is decided about a line; empty where nothing is. */
interface Decision {
  readonly line_uuid: string;
  readonly good_decision: ReturnDecision | "";
  readonly damaged_decision: DamagedDecision | "";
}

/** Saves decisions about lines of a locked return. The last one ends the deciding. */
async function saveDecisions(
  scope: OrderScope,
  of: LockedReturn,
  lines: readonly StoredLine[],
  decisions: readonly Decision[],
  isBySystem: boolean,
): Promise<void> {
  const { providerUuid, now } = scope;
  await asPlatform(scope, ({ tx }) =>
    sql`update return_line l set good_decision = case when n.good_decision = '' then l.good_decision else n.good_decision end,
        damaged_decision = case when n.damaged_decision = '' then l.damaged_decision else n.damaged_decision end
      from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as n (line_uuid uuid, good_decision text, damaged_decision text)
      where l.provider_uuid = ${providerUuid} and l.return_uuid = ${of.return_uuid} and l.line_uuid = n.line_uuid`.execute(tx),
  );
  const decided = await saveReturn(scope, of, { event: "decide" }, isBySystem);
  const after = lines.map((line): StoredLine => {
    const made = decisions.find(({ line_uuid }) => line_uuid === line.line_uuid);
    if (made === undefined) return line;
    return {
      ...line,
      good_decision: made.good_decision === "" ? line.good_decision : made.good_decision,
      damaged_decision: made.damaged_decision === "" ? line.damaged_decision : made.damaged_decision,
    };
  });
  if (!after.some(isUndecided)) await saveReturn(scope, decided, { event: "finish_deciding", set: { decided_at: now } }, true);
}

/** Reduces a decision to the conditions that the line has undecided pieces of. */
function fit(line: StoredLine, { good_decision, damaged_decision }: Omit<Decision, "line_uuid">): Decision | null {
  const good = line.good > 0 && line.good_decision === "" ? good_decision : "";
  const damaged = line.damaged > 0 && line.damaged_decision === "" ? damaged_decision : "";
  return good === "" && damaged === "" ? null : { line_uuid: line.line_uuid, good_decision: good, damaged_decision: damaged };
}

/** Applies the rules of the owners of the stock. */
export async function applyRules(scope: OrderScope, of: LockedReturn, lines: readonly StoredLine[]): Promise<void> {
  const { tx, providerUuid } = scope;
  const owners = [...new Set(lines.map(({ stock_owner_uuid }) => stock_owner_uuid))];
  const { rows } = await sql<Omit<Decision, "line_uuid"> & { owner_uuid: string }>`
    select owner_uuid, good_decision, damaged_decision from return_rule
    where provider_uuid = ${providerUuid} and owner_uuid = any (${owners}::uuid[])`.execute(tx);
  const rules = new Map(rows.map((rule) => [rule.owner_uuid, rule]));
  const decisions = lines.flatMap((line) => {
    const rule = rules.get(line.stock_owner_uuid);
    return (rule === undefined ? null : fit(line, rule)) ?? [];
  });
  if (decisions.length > 0) await saveDecisions(scope, of, lines, decisions, true);
}

/** Whose stock the caller decides about. */
const getCompany = ({ retailerUuid, providerUuid }: OrderScope): string => retailerUuid ?? providerUuid;

/** Decides about lines of a return, as the owner of their stock. */
export async function decide(scope: OrderScope, input: ParsedInputOf<typeof decideReturn>): Promise<Result<string, RefusalName>> {
  const locked = await lockFor(scope, input, "decide");
  if (!locked.ok) return locked;
  const of = locked.value;
  const lines = await asPlatform(scope, (acting) => listStoredLines(acting, of.return_uuid));
  const decisions: Decision[] = [];
  for (const { line_uuid, ...decision } of input.lines) {
    const line = lines.find((one) => one.line_uuid === line_uuid.toLowerCase());
    if (line === undefined) return refuse("notFound");
    if (line.stock_owner_uuid !== getCompany(scope)) return refuse("returns.notYourGoods");
    const made = fit(line, decision);
    if (made === null || decisions.some((one) => one.line_uuid === made.line_uuid)) return refuse("returns.decidedAlready");
    decisions.push(made);
  }
  await saveDecisions(scope, of, lines, decisions, false);
  return ok(of.return_uuid);
}

/** Decides about all pieces of the caller's stock in one return. */
export async function decideWhole(
  scope: OrderScope,
  return_uuid: string,
  { good_decision, damaged_decision }: ParsedInputOf<typeof decideReturns>,
): Promise<RefusalName | null> {
  const locked = await lockFor(scope, { return_uuid }, "decide");
  if (!locked.ok) return locked.problem;
  const of = locked.value;
  const lines = await asPlatform(scope, (acting) => listStoredLines(acting, of.return_uuid));
  const decisions = lines.flatMap((line) =>
    line.stock_owner_uuid === getCompany(scope) ? (fit(line, { good_decision, damaged_decision }) ?? []) : [],
  );
  if (decisions.length === 0) return "returns.notYourGoods";
  await saveDecisions(scope, of, lines, decisions, false);
  return null;
}

type Rule = Pick<ParsedInputOf<typeof saveReturnRule>, "good_decision" | "damaged_decision" | "version">;

/** Returns the rule of the caller's company; version 0 if it has none. */
export async function readRule(scope: OrderScope): Promise<Rule> {
  const { rows } = await sql<Rule>`select good_decision, damaged_decision, version from return_rule
    where provider_uuid = ${scope.providerUuid} and owner_uuid = ${getCompany(scope)}`.execute(scope.tx);
  return rows[0] ?? { good_decision: "", damaged_decision: "", version: 0 };
}

/** Sets the rule of the caller's company. */
export async function saveRule(
  scope: OrderScope,
  { good_decision, damaged_decision, version }: ParsedInputOf<typeof saveReturnRule>,
): Promise<Result<Rule, "changedMeanwhile">> {
  const { rows } = await sql<Rule>`
    insert into return_rule (provider_uuid, owner_uuid, good_decision, damaged_decision)
    select ${scope.providerUuid}::uuid, ${getCompany(scope)}::uuid, ${good_decision}, ${damaged_decision}
    where ${version} = 0 or exists (select from return_rule r where r.provider_uuid = ${scope.providerUuid} and r.owner_uuid = ${getCompany(scope)})
    on conflict (provider_uuid, owner_uuid) do update set good_decision = excluded.good_decision, damaged_decision = excluded.damaged_decision,
      version = return_rule.version + 1 where return_rule.version = ${version}
    returning good_decision, damaged_decision, version`.execute(scope.tx);
  return rows[0] === undefined ? refuse("changedMeanwhile") : ok(rows[0]);
}
