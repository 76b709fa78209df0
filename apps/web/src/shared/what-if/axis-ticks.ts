/** Round numbers from below the minimum to above the maximum, about `count` steps. */
export function findTicks(least: number, greatest: number, count: number): number[] {
  const span = greatest - least || 1
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999) ?? rough
  const first = Math.floor(least / step + 1e-9)
  const last = Math.ceil(greatest / step - 1e-9)
  return Array.from({ length: Math.max(last - first, 1) + 1 }, (_, place) => (first + place) * step)
}

const pxPerCharacter = 7.4
const leastPx = 52

/** Room for the longest label at the value axis. */
export function findAxisWidth(names: readonly string[]): number {
  return Math.max(leastPx, ...names.map((name) => name.length * pxPerCharacter + 12))
}
