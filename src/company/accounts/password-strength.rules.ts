// What people put into passwords because a form requires it. Each costs an attacker one attempt from a short list, so each counts as one character, however
// long it is. In lower case, with digits and signs read as the letters they replace.
const knownWords = `
  password passwort passwd pass admin administrator root user guest login welcome letmein changeme default secret master test hello
  love iloveyou sunshine princess dragon monkey shadow football baseball superman batman pokemon summer winter spring autumn monday
  friday woaini nihao mima zhongguo beijing shanghai china taobao alibaba shopify
  quayside supplier provider operator retailer warehouse
`
  .trim()
  .split(/\s+/);

const forward = `
  abcdefghijklmnopqrstuvwxyz 01234567890 !@#$%^&*()
  qwertyuiop asdfghjkl zxcvbnm 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc4rfv5tgb6yhn7ujm
`
  .trim()
  .split(/\s+/);
const sequences = [...forward, ...forward.map((sequence) => Array.from(sequence).toReversed().join(""))];

const lettersBySign: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };
const shortestPattern = 3;
// Beyond this a password is strong or hopeless anyway, and the meter runs at every key press: a pasted book must not block the page.
const mostChecked = 64;
const shortestOwnName = 4;
const year = /^(?:19|20)\d\d/;

/** Computes the number of possible characters, if each occurring class is counted whole. */
function computePoolSize(password: string): number {
  const pools: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[!-/:-@[-`{-~ ]/, 33],
    [/[^ -~]/, 100],
  ];
  return pools.reduce((size, [occurs, members]) => (occurs.test(password) ? size + members : size), 0);
}

function findLongest(lengths: readonly number[]): number {
  return Math.max(0, ...lengths);
}

function countSharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Counts how often a text repeats its first character at the start. */
function countRepeats(text: string): number {
  return text.length - text.replace(/^(.)\1*/su, "").length;
}

/** Returns the length of the run that a text begins with: characters in the order of the alphabet, the digits or a keyboard, in either direction. */
function countRun(text: string): number {
  const first = text.slice(0, 1);
  return findLongest(
    sequences.map((sequence) => (sequence.includes(first) ? countSharedStart(text, sequence.slice(sequence.indexOf(first))) : 0)),
  );
}

/** Returns the length of the longest prefix of `text` that occurs in `before`. */
function countEcho(text: string, before: string): number {
  let length = 0;
  while (length < text.length && before.includes(text.slice(0, length + 1))) length += 1;
  return length;
}

function listOwnNames(username: string): string[] {
  const name = username.toLowerCase();
  return [name, name.replace(/@.*$/s, "")].filter((part) => part.length >= shortestOwnName);
}

/** Counts the independent characters of a password: a word, a year or one repeated character counts as 1, a run as 2, an echo as 0. */
function countIndependent(password: string, username: string): number {
  const plain = password.toLowerCase();
  const read = plain.replaceAll(/[0134570@$!]/g, (sign) => lettersBySign[sign] ?? sign);
  const names = listOwnNames(username);
  let count = 0;
  let at = 0;
  while (at < plain.length) {
    const rest = plain.slice(at);
    const known = [...knownWords.filter((word) => read.startsWith(word, at)), ...names.filter((name) => rest.startsWith(name))];
    const stretches = [
      { length: countEcho(rest, plain.slice(0, at)), worth: 0 },
      { length: findLongest([...known.map((word) => word.length), year.test(rest) ? 4 : 0, countRepeats(rest)]), worth: 1 },
      { length: countRun(rest), worth: 2 },
    ].filter(({ length }) => length >= shortestPattern);
    const best = stretches.toSorted((one, other) => other.length - one.length).at(0) ?? { length: 1, worth: 1 };
    count += best.worth;
    at += best.length;
  }
  return count;
}

/**
 * Estimates the entropy of a password in bits: its independent characters, each drawn from the classes that occur. Exact for a random password; words, years,
 * runs (abc, 321, qwerty, aaaa), repetitions and the username count for almost nothing. An estimate that runs at every key press, not a guarantee: a word on
 * no list counts as random letters.
 */
export function estimatePasswordBits(password: string, username: string): number {
  const start = password.slice(0, mostChecked);
  return countIndependent(start, username) * Math.log2(Math.max(1, computePoolSize(start)));
}
