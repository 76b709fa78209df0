import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { compareOffers } from '@ohmstead/pricing/compare-offers/compare-offers'
import type { OfferQuestion } from '@ohmstead/pricing/compare-offers/offer-comparison'
import { createOfferBiller } from '@ohmstead/pricing/compare-offers/price-offer'
import type { OfferAnswers, OfferTask } from './offer-task.ts'
import { type BatteryToRun, runBatteryFor } from './run-battery.ts'

export function answerOffers(task: OfferTask): OfferAnswers[OfferTask['kind']] {
  if (task.kind === 'offers')
    return { ...compareOffers(withBattery(task.question, task.battery)), asRead: compareAsRead(task) }
  const { candidates } = task.question
  const only = candidates.filter(({ key }) => key === task.key)
  const question = withBattery({ ...task.question, candidates: only }, task.battery)
  // In the currency of the comparison.
  const biller = createOfferBiller({ ...question, candidates })
  return biller(question.candidates[0]!)
}

/** On the same quarter-hours as with the battery run. */
function compareAsRead({ question, battery }: OfferTask): OfferAnswers['offers']['asRead'] {
  if (battery === null) return null
  const energies = comparedEnergies(question.energies, battery.netMilliWh)
  const { offers } = compareOffers({ ...question, energies, marketYears: [] })
  return offers.map(({ key, payable, yearly }) => ({ key, payable, yearly }))
}

/** What cannot be taken is priced as it was read: nobody would run a battery for it. */
function withBattery(question: OfferQuestion, battery: BatteryToRun | null): OfferQuestion {
  if (battery === null) return question
  const run = runBatteryFor(question, battery)
  return {
    ...question,
    energies: comparedEnergies(question.energies, battery.netMilliWh),
    candidates: question.candidates.map((candidate) =>
      candidate.isTakeable
        ? { ...candidate, energies: run(candidate), energiesAt: (world) => run(candidate, world) }
        : candidate,
    ),
  }
}

/** Where the battery's own readings are unknown, nothing is compared: like with like. */
function comparedEnergies(energies: QuarterHourSeries, net: Float64Array | null): QuarterHourSeries {
  if (net === null) return energies
  const only = (row: Float64Array) =>
    row.map((energy, i) => (Number.isNaN(net[i] ?? Number.NaN) ? Number.NaN : energy))
  const { importMilliWh, exportMilliWh } = energies
  return {
    ...energies,
    importMilliWh: only(importMilliWh),
    exportMilliWh: exportMilliWh && only(exportMilliWh),
  }
}
