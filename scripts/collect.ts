import { parseArgs } from "node:util";
import type { Shape } from "./collect/parse-file.ts";
import { parseFile, shapes } from "./collect/parse-file.ts";
import { Refusal } from "./collect/refusal.ts";

const defaultSeconds = 60;

const usage = `Reads a saved marketplace page, or a saved answer of its reviews, as the extension does.

  npm run -s collect -- parse FILE [--url URL] [--as json|csv|xlsx] [--out FILE] [--lang en_us|zh_cn] [--seconds N]

  FILE       the saved page or answer; - reads standard input
  --url      the page's address, where the file does not tell it
  --as       json (default): an array of canonical reviews; csv or xlsx: the file that the extension writes
  --out      where to write; standard output otherwise. Devices and pipes are written to, symbolic links are followed
  --lang     language of the headers in csv and xlsx: en_us (default) or zh_cn
  --seconds  how long reading may take (${defaultSeconds}): badly broken markup can take hours

Each review id is written once; what was left out is said on standard error. Exit status:
  0  all reviews of the file were written
  1  nothing was written; one line on standard error says why
  2  reviews were written, and others of the file could not be read or may be missing
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
  const { as = "json", lang = "en_us", seconds = String(defaultSeconds) } = values;
  if (!isShape(as)) throw new Refusal(`--as takes ${shapes.join(", ")}, not ${as}`);
  if (lang !== "en_us" && lang !== "zh_cn") throw new Refusal(`--lang takes en_us or zh_cn, not ${lang}`);
  if (!/^[1-9]\d{0,4}$/.test(seconds)) throw new Refusal(`--seconds takes 1 to 99999, not ${seconds}`);
  const input = { file, url: values.url ?? "", seconds: Number(seconds) };
  const { notes, isIncomplete } = await parseFile({ ...input, as, out: values.out ?? null, language: lang });
  for (const note of notes) process.stderr.write(`collect: ${note}\n`);
  if (isIncomplete) process.exitCode = 2;
}

function parseArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: text, as: text, out: text, lang: text, seconds: text, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

// `collect …
// head` closes the pipe early; that is no error.
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
