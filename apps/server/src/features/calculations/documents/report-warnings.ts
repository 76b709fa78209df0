import type { CalculationsView } from '@ohmstead/contract/calculations'
import type { DocumentAbout } from './document-task.ts'
import type { Words } from './document-words.ts'
import { describeRateNotes } from './name-rate.ts'

const unsure = ['mediumHigh', 'medium', 'low', 'missing']

/** What a reader must know before relying on a number, each in a sentence. */
export function describeWarnings(
  calculation: CalculationsView,
  { consumerInfo, prices, soFar }: DocumentAbout,
  words: Words,
): string[] {
  const { t, months, number } = words
  const { quality, rates, agreedPower } = calculation
  const paid = Object.values(calculation.newSystem)
  const monthsThat = (fits: (month: (typeof paid)[number]) => boolean) =>
    paid.filter(fits).map(({ month }) => month)
  const warnings: string[] = []
  if (soFar) {
    const period = `${words.day(soFar.from)} – ${words.day(soFar.to)}`
    warnings.push(`${t('portal.so_far.period', { period })}. ${t('portal.so_far.stopped')}`)
  }
  if (!prices) warnings.push(t('calculations.document.warning.without_energy'))
  const warn = (key: string, keys: string[], values: Record<string, string | number> = {}) => {
    if (keys.length > 0)
      warnings.push(t(`calculations.document.warning.${key}`, { months: months(keys), ...values }))
  }
  warn(
    'no_tariff',
    monthsThat(({ missing }) => missing.some(({ kind }) => kind === 'noTariff')),
  )
  const reasons = paid.flatMap(({ missing }) =>
    missing.flatMap((reason) => (reason.kind === 'noTariff' ? reason.notes : [])),
  )
  const known = new Map(reasons.map((note) => [note.key, note]))
  if (known.size > 0) warnings.push(describeRateNotes([...known.values()], words))
  warn(
    'part_of_month',
    monthsThat(({ missing }) => missing.some(({ kind }) => kind === 'partOfMonth')),
  )
  warn('no_readings', quality.monthsWithoutReadings)
  warn(
    'incomplete',
    quality.incompleteMonths.filter((key) => !quality.monthsWithoutReadings.includes(key)),
    { missing: number(quality.missing) },
  )
  warn(
    'no_agreed_power',
    monthsThat(({ powerOrigin }) => powerOrigin === 'monthMaximum'),
  )
  warn(
    'informative',
    monthsThat(
      ({ excessivePowerBlocks: excess }) =>
        excess !== null && !excess.isCharged && excess.total.occurrences > 0,
    ),
  )
  if (quality.estimated > 0)
    warnings.push(t('calculations.document.warning.estimated', { count: number(quality.estimated) }))
  if (quality.suspectDays > 0)
    warnings.push(t('calculations.document.warning.suspect', { count: number(quality.suspectDays) }))
  if (Object.values(rates).some(({ confidence }) => unsure.includes(confidence)))
    warnings.push(t('calculations.document.warning.unsure_rates'))
  if (Object.values(calculation.oldSystem).some(({ assumption }) => assumption === 'lastOldTable'))
    warnings.push(t('calculations.document.warning.last_old_table'))
  const { dateFrom, assumedBlocks } = consumerInfo.powerLimits?.at(-1) ?? {}
  if (dateFrom && assumedBlocks)
    warnings.push(
      t('portal.powers.block_assumed', { day: words.day(dateFrom), blocks: assumedBlocks.join(', ') }),
    )
  if (consumerInfo.assumed.includes('limitSetBy'))
    warnings.push(t('calculations.document.warning.set_by_unknown'))
  if (consumerInfo.userGroup === null) warnings.push(t('calculations.document.warning.group_assumed'))
  for (const { block, kind, limitKw } of agreedPower.customProblems)
    warnings.push(t(`calculations.document.warning.custom_${kind}`, { block, limit: words.kw(limitKw) }))
  return warnings
}
