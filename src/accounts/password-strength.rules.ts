// What people put into passwords because a form asked for it. Each costs a guesser one try of a short list, so each counts as
// one character however long it is. Lower case, with digits and signs read as the letters they stand for.
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

const letterOf: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };
const shortestPattern = 3;
// past this a password is strong or hopeless anyway, and the meter runs at every key press: a pasted book must not stop the page
const lookedAt = 64;
const shortestOwnName = 4;
const year = /^(?:19|20)\d\d/;

/** How many characters a guesser must choose from, when each class that occurs is taken whole. */
function poolSize(password: string): number {
  const pools: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[!-/:-@[-`{-~ ]/, 33],
    [/[^ -~]/, 100],
  ];
  return pools.reduce((size, [occurs, members]) => (occurs.test(password) ? size + members : size), 0);
}

function longest(lengths: readonly number[]): number {
  return Math.max(0, ...lengths);
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How often a text begins with its first sign. */
function repeatsAtStart(text: string): number {
  return text.length - text.replace(/^(.)\1*/su, "").length;
}

/** Length of the run that a text begins with: signs in the order of the alphabet, the digits or a keyboard, either way. */
function runAtStart(text: string): number {
  const first = text.slice(0, 1);
  return longest(sequences.map((sequence) => (sequence.includes(first) ? sharedStart(text, sequence.slice(sequence.indexOf(first))) : 0)));
}

/** Length of the longest beginning of `text` that stood in `before` already. */
function echoAtStart(text: string, before: string): number {
  let length = 0;
  while (length < text.length && before.includes(text.slice(0, length + 1))) length += 1;
  return length;
}

function ownNames(username: string): string[] {
  const name = username.toLowerCase();
  return [name, name.replace(/@.*$/s, "")].filter((part) => part.length >= shortestOwnName);
}

/** The password with every guessable stretch as the one or two characters that it is worth: a word, a year or one sign again and again 1, a run 2, an echo 0. */
function independentCharacters(password: string, username: string): number {
  const plain = password.toLowerCase();
  const read = plain.replaceAll(/[0134570@$!]/g, (sign) => letterOf[sign] ?? sign);
  const names = ownNames(username);
  let count = 0;
  let at = 0;
  while (at < plain.length) {
    const rest = plain.slice(at);
    const known = [...knownWords.filter((word) => read.startsWith(word, at)), ...names.filter((name) => rest.startsWith(name))];
    const stretches = [
      { length: echoAtStart(rest, plain.slice(0, at)), worth: 0 },
      { length: longest([...known.map((word) => word.length), year.test(rest) ? 4 : 0, repeatsAtStart(rest)]), worth: 1 },
      { length: runAtStart(rest), worth: 2 },
    ].filter(({ length }) => length >= shortestPattern);
    const best = stretches.toSorted((one, other) => other.length - one.length).at(0) ?? { length: 1, worth: 1 };
    count += best.worth;
    at += best.length;
  }
  return count;
}

/**
 * What a guesser must get through, in bits: the independent characters, each drawn from the classes that occur. A random password has its true
 * figure; words, years, runs (abc, 321, qwerty, aaaa), repetitions and the own username count as next to nothing. An estimate that
 * runs at every key press, not a promise: a word that is on no list counts as if its letters were drawn by lot.
 */
export function passwordBits(password: string, username: string): number {
  const start = password.slice(0, lookedAt);
  return independentCharacters(start, username) * Math.log2(Math.max(1, poolSize(start)));
}
