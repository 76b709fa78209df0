import type { CalculationsView } from '@ohmstead/contract/calculations'
import { nameBasis } from '@ohmstead/domain/rates/name-basis'
import { isPartOfMonth } from '@ohmstead/network-fee/systems/finish-month'
import type { NetMeteringSettlement } from '@ohmstead/network-fee/systems/net-metering-settlement'
import { sumSystem } from '@ohmstead/network-fee/systems/sum-system'
import { describeAdvice } from '@ohmstead/network-fee/wire/describe-advice'
import type { DocumentAbout } from './document-task.ts'
import { unknown, type Words } from './document-words.ts'
import { describeWarnings } from './report-warnings.ts'

export type SystemKey = 'newSystem' | 'oldSystem' | 'optimizedSystem' | 'customSystem'
export type ReportMonth = CalculationsView['newSystem'][string]

export interface ReportSystem {
  key: SystemKey
  name: string
  months: ReportMonth[]
  total: NonNullable<CalculationsView['totals']['newSystem']>
}

/** The content of both files, in its order. */
export interface Report {
  about: DocumentAbout
  /** The rates and sources of all listed lines, including the netted years. */
  calculation: CalculationsView
  /** The years of a point with yearly net metering; null for any other. */
  netMetering: NetMeteringSettlement | null
  facts: { label: string; value: string }[]
  systems: ReportSystem[]
  /** What was paid under the system in force over the months with a result, phrased as on the page. */
  paid: { amountEur: number | null; months: number; isWhole: boolean }
  /** The sentences of the recommendation; empty if nothing can be recommended. */
  recommendation: string[]
  warnings: string[]
}

const systemKeys: SystemKey[] = ['newSystem', 'oldSystem', 'optimizedSystem', 'customSystem']

export function buildReport(
  answered: CalculationsView,
  about: DocumentAbout,
  words: Words,
  netMetering: NetMeteringSettlement | null,
): Report {
  const calculation = netMetering ? withRates(answered, netMetering) : answered
  const systems = systemKeys.flatMap((key): ReportSystem[] => {
    const months = calculation[key]
    const total = calculation.totals[key]
    if (!months || !total) return []
    const name = words.t(`calculations.system.${key}`)
    return [{ key, name, months: Object.values(months), total }]
  })
  return {
    about,
    calculation,
    netMetering,
    facts: describeFacts(about, words),
    systems,
    paid: sumPaid(systems[0]!.months, about),
    recommendation: describeRecommendation(calculation, about, words),
    warnings: describeWarnings(calculation, about, words),
  }
}

function sumPaid(months: ReportMonth[], options: Pick<DocumentAbout, 'levies' | 'vat'>): Report['paid'] {
  const known = months.filter(({ totalCost }) => totalCost !== null)
  return {
    amountEur: known.length > 0 ? (sumSystem(known, options).grandTotal?.amount ?? null) : null,
    months: known.length,
    isWhole: known.length === months.filter((month) => !isPartOfMonth(month)).length,
  }
}

function withRates(
  calculation: CalculationsView,
  { rates, sources }: NetMeteringSettlement,
): CalculationsView {
  const named = Object.entries({ ...calculation.sources, ...sources })
  return {
    ...calculation,
    rates: { ...calculation.rates, ...rates },
    sources: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function describeFacts(about: DocumentAbout, words: Words): Report['facts'] {
  const { t } = words
  const { device, consumerInfo: info, prices } = about
  const fuse =
    info.currentLimit === null
      ? unknown
      : `${info.isThreePhase === null ? '' : info.isThreePhase ? '3 × ' : '1 × '}${words.number(info.currentLimit)} A`
  const price = (value: number | null) => (value === null ? unknown : `${words.number(value, 2, 6)} €/kWh`)
  const facts: [string, string][] = [
    ['eimm', device.eimm],
    ['gsrn', device.gsrn ?? unknown],
    ['place', device.title ?? unknown],
    ['period', `${words.day(about.fromDay)} – ${words.day(about.toDay)}`],
    ['group', info.userGroup === null ? unknown : (info.userGroupText ?? String(info.userGroup))],
    ['kind', info.consumptionType ?? t(`calculations.document.consumer.${info.consumerType}`)],
    ['connection', words.kw(info.connectionPower)],
    ['fuse', fuse],
    ['old_power', words.kw(info.billingPower)],
  ]
  if (prices && info.tariffsCount === 1) facts.push(['price_et', price(prices.et)])
  if (prices && info.tariffsCount === 2)
    facts.push(['price_vt', price(prices.vt)], ['price_mt', price(prices.mt)])
  return facts.map(([key, value]) => ({ label: t(`calculations.document.fact.${key}`), value }))
}

/** The advice in the words of the page, its basis, and its certainty. */
function describeRecommendation(
  { agreedPower, assessment }: CalculationsView,
  about: DocumentAbout,
  words: Words,
): string[] {
  const { t } = words
  const { answer, advice, fromDay, assumedFrom } = agreedPower
  const { sentence: advised, advice: what } = describeAdvice(agreedPower, words)
  const { soFar } = about
  const period = soFar && `${words.day(soFar.from)} – ${words.day(soFar.to)}`
  const sentence = period ? `${t('portal.so_far.period', { period })}. ${advised}` : advised
  if (answer === null || advice === null) return [sentence, ...what]
  const said = [sentence, ...what]
  const basis = t(`calculations.held.${nameBasis(about)}`)
  said.push(
    t('calculations.verdict.basis', { from: words.day(fromDay), months: answer.months.length, basis }),
  )
  if (assumedFrom) said.push(t('calculations.verdict.assumed_rates', { day: words.day(assumedFrom) }))
  const { bootstrap } = assessment ?? {}
  if (advice.kind === 'change' && bootstrap?.savingEur)
    said.push(
      t('calculations.document.advice.sure', {
        low: words.euro(bootstrap.savingEur.p10),
        high: words.euro(bootstrap.savingEur.p90),
        share: words.percent(bootstrap.savesIn ?? 0),
      }),
    )
  said.push(
    t('calculations.document.advice.proof', {
      cost: words.number(answer.certificate.costEur, 4),
      bound: words.number(answer.certificate.lowerBoundEur, 4),
      gap: answer.certificate.relativeGap < 1e-12 ? '0' : answer.certificate.relativeGap.toExponential(1),
    }),
  )
  return said
}
