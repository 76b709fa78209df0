/** Round values from zero to at least `max`, about `count` of them. */
export function buildValueTicks(max: number, count = 5): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough - 1e-12)!
  const steps = Math.ceil(max / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, at) => Math.round(at * step * 1e6) / 1e6)
}
