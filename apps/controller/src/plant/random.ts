/** 32 well-mixed bits of up to three integers; the only randomness in the plant, so a seed decides everything. */
export function hash32(seed: number, a: number, b = 0): number {
  let h =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a | 0, 0xc2b2ae35) ^ Math.imul(b | 0, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

/** A number in [0, 1) that depends only on its arguments. */
export function random01(seed: number, a: number, b = 0): number {
  return hash32(seed, a, b) / 2 ** 32
}

/** A stream of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Smooth noise in [0, 1): hashed values at the integers, eased in between. Any position can be evaluated directly. */
export function valueNoise(seed: number, x: number): number {
  const left = Math.floor(x)
  const t = x - left
  const a = random01(seed, left)
  const b = random01(seed, left + 1)
  return a + (b - a) * t * t * (3 - 2 * t)
}

/** Approximately normal: the sum of four uniform numbers, scaled to mean 0 and deviation 1. */
export function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3)
}
