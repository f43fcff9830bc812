import type { OutputOf } from "#src/kit/api/define-call.ts";
import type { Obstacle } from "#src/kit/ui/action/action.ts";
import { defineActions } from "#src/kit/ui/action/action.ts";
import type { viewMonth } from "./statements.contract.ts";
import { issueStatements, statementFile } from "./statements.contract.ts";

/** A month is issued once, when it is over and charged. */
function checkIssue({ statement, issue_refusal }: Pick<OutputOf<typeof viewMonth>, "statement" | "issue_refusal">): Obstacle | null {
  if (statement !== null) return { code: null, isHidden: true };
  return issue_refusal === null ? null : { code: issue_refusal };
}

/** Actions on statements. */
export const statementsActions = defineActions({
  issue: { calls: [issueStatements], check: checkIssue },
  print: { calls: [statementFile] },
});
