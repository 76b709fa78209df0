import type { ChosenFault } from './choose-faults.ts'
import type { Verdict } from './test-fault.ts'

/** The share of faults noticed by tests, by area, and those noticed by none. */
export function describeResult(faults: readonly ChosenFault[], verdicts: Record<string, Verdict>) {
  const survivors = faults.filter(({ id }) => verdicts[id]?.noticedBy === null)
  const row = (name: string, of: readonly ChosenFault[]) => {
    const noticed = of.filter((fault) => !survivors.includes(fault)).length
    return `| ${name} | ${of.length} | ${noticed} | ${((100 * noticed) / of.length).toFixed(1)} % |`
  }
  const byArea = [...Map.groupBy(faults, ({ area }) => area)].map(([area, of]) => row(area, of))
  const table = [
    '| Area | Faults | Noticed | Share |',
    '| --- | --- | --- | --- |',
    ...byArea,
    row('all', faults),
  ].join('\n')
  return { table, survivors, share: 1 - survivors.length / faults.length }
}
