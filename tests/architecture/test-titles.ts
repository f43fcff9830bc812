import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * The titles of a file's tests as written in the source (`%s`, `${name}`): alone, and after their describe block's title
 * ("a password › is too short").
 */
export interface TestTitles {
  readonly run: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
}

/** Returns the callee names of `test`, `test.each(...)` or `describe.skip`: `["test", "each"]`. */
function listCallee(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...listCallee(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return listCallee(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return listCallee(node.tag);
  return [];
}

function readTitle(node: ts.Expression | undefined): string | null {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null;
}

/**
 * Lists the titles of a test file.
 * A test is skipped if it or a describe block around it says `skip` or `todo`.
 */
export function listTestTitles(path: string): TestTitles {
  const run = new Set<string>();
  const skipped = new Set<string>();
  const visit = (node: ts.Node, isSkipped: boolean, block: string): void => {
    let isInside = isSkipped;
    let inner = block;
    if (ts.isCallExpression(node)) {
      const [root = "", ...modifiers] = listCallee(node.expression);
      const isTest = root === "test" || root === "it";
      const title = readTitle(node.arguments[0]);
      if ((isTest || root === "describe") && title !== null) {
        isInside ||= modifiers.includes("skip") || modifiers.includes("todo");
        if (isTest) for (const name of [title, `${block} › ${title}`]) (isInside ? skipped : run).add(name);
        else inner = title;
      }
    }
    ts.forEachChild(node, (child) => visit(child, isInside, inner));
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true), false, "");
  return { run, skipped };
}

/** Lists the string literals of a source file: names of figures and of checks before the tests. */
export function listStrings(path: string): ReadonlySet<string> {
  const strings = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true));
  return strings;
}
