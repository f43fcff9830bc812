import { parseArgs } from "node:util";
import type { Shape } from "./collect/parse-file.ts";
import { parseFile, Refusal, shapes } from "./collect/parse-file.ts";

const usage = `Reads a saved marketplace page, or a saved answer of its reviews, as the extension does.

  npm run -s collect -- parse FILE [--url URL] [--as json|csv|xlsx] [--out FILE] [--lang en_us|zh_cn]

  FILE   the saved page or answer; - reads standard input
  --url  the page's address, where the file does not tell it
  --as   json (default): an array of canonical reviews; csv or xlsx: the file that the extension writes
  --out  where to write; standard output otherwise
  --lang language of the headers in csv and xlsx: en_us (default) or zh_cn

Ends with 1 and one line on standard error where there are no reviews.
`;

function isShape(text: string): text is Shape {
  return shapes.some((shape) => shape === text);
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(args);
  if (values.help === true || (args.length === 0 && process.stdout.isTTY)) {
    process.stdout.write(usage);
    return;
  }
  const [command, file, ...others] = positionals;
  if (command !== "parse" || file === undefined || others.length > 0) throw new Refusal("say `parse FILE`; --help tells more");
  const { as = "json", lang = "en_us" } = values;
  if (!isShape(as)) throw new Refusal(`--as takes ${shapes.join(", ")}, not ${as}`);
  if (lang !== "en_us" && lang !== "zh_cn") throw new Refusal(`--lang takes en_us or zh_cn, not ${lang}`);
  await parseFile({ file, url: values.url ?? "", as, out: values.out ?? null, language: lang });
}

function parseArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: text, as: text, out: text, lang: text, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

// `collect … | head` closes the pipe early; that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`collect: ${error.message}\n`);
  process.exitCode = 1;
}
