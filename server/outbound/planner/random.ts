/** A source of random numbers that repeats itself for the same seed. */
export interface Random {
  /** a number from 0 up to 1 */
  unit(): number;
  /** a whole number from 0 up to `below` */
  below(below: number): number;
  /** any 32-bit integer */
  int32(): number;
}

/** Creates a source by Doty-Humphrey's sfc32 (PractRand), which is small and passes its tests. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = seed | 0;
  let c = 0x243f6a88;
  let counter = 1;
  const int32 = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum;
  };
  for (let round = 0; round < 15; round += 1) int32();
  return {
    int32,
    unit: () => (int32() >>> 0) / 4_294_967_296,
    below: (below) => Math.floor(((int32() >>> 0) / 4_294_967_296) * below),
  };
}
