/** A stream of random numbers. Rules and agents are handed one; nothing else in src/ makes randomness. */
export interface Rng {
  /** A uniform integer in [0, n), for n from 1 to 2^32. */
  below(n: number): number;
  /** A uniform float in [0, 1), in steps of 2^-32. */
  unit(): number;
  /** 32 uniform bits, as an unsigned integer. */
  bits(): number;
}

/** A bijection of 32-bit integers that scatters neighbours (lowbias32, C. Wellons 2018, improved constants by T. Ettinger). */
export const mix = (x: number): number => {
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
};

/** The seed of game `index` of a run: neighbours in index are strangers in value, and no two indices share a seed. */
export const seedOf = (seed: number, index: number): number => mix(mix(seed + 0x9e3779b9) + index);

/** Stream 0 deals and draws, stream s + 1 is the agent's at seat s, and this one is what all agents of a table have in common. */
export const GROUP_STREAM = 0x4000_0000;

/** Small fast counter generator (sfc32, C. Doty-Humphrey, PractRand 2010): 128 bits of state, no allocation after construction. */
export class Sfc32 implements Rng {
  private a = 0;
  private b = 0;
  private c = 0;
  private n = 1;

  constructor(seed: number, stream = 0) {
    this.reseed(seed, stream);
  }

  /** Starts over as stream `stream` of `seed`; streams of one seed are independent. */
  reseed(seed: number, stream: number): void {
    this.a = mix(seed) | 0;
    this.b = mix(stream + 0x6d2b79f5) | 0;
    this.c = mix(seed ^ mix(stream)) | 0;
    this.n = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  below(n: number): number {
    return Math.floor(((this.next() >>> 0) / 0x1_0000_0000) * n);
  }

  unit(): number {
    return (this.next() >>> 0) / 0x1_0000_0000;
  }

  /** A stream that goes on as this one will, apart from it. */
  clone(): Sfc32 {
    return Object.assign(new Sfc32(0), this);
  }

  bits(): number {
    return this.next() >>> 0;
  }

  /** 32 bits as a signed integer, which can be handed back without being allocated; an unsigned one cannot. */
  private next(): number {
    const t = (this.a + this.b + this.n) | 0;
    this.n = (this.n + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return t;
  }
}
