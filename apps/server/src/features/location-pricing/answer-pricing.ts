import { bill } from '@ohmstead/pricing/bill'
import { costSeries } from '@ohmstead/pricing/cost-series'
import { forecastMonth } from '@ohmstead/pricing/forecast-month'
import { uniqueReasons } from '@ohmstead/pricing/price-component'
import { calculateSavings } from '@ohmstead/savings/calculate-savings'
import type {
  ForecastAnswer,
  MonthToForecast,
  MonthToPrice,
  PricingAnswers,
  PricingTask,
} from './pricing-task.ts'

export function answerPricing<Kind extends PricingTask['kind']>(
  task: Extract<PricingTask, { kind: Kind }>,
): PricingAnswers[Kind]
export function answerPricing(task: PricingTask): PricingAnswers[PricingTask['kind']] {
  switch (task.kind) {
    case 'bill':
      return bill(task.world, task.energies, task.period)
    case 'costs':
      return costSeries(task.world, task.energies, task.edges)
    case 'months':
      return task.months.map(priceMonth)
    case 'savings':
      return calculateSavings(task.world, task.balance, task)
    case 'forecasts':
      return task.homes.map(forecastHome)
  }
}

function priceMonth({ world, energies, fromMs, toMs }: MonthToPrice): PricingAnswers['months'][number] {
  const { currency, buckets } = costSeries(world, energies, [fromMs, toMs])
  // Nothing has happened yet in the first quarter-hour of a month.
  const { importCost = null, exportRevenue = null, quality, missing } = buckets[0] ?? {}
  return {
    currency,
    import_cost: importCost?.text ?? null,
    export_revenue: exportRevenue?.text ?? null,
    is_provisional: quality?.isProvisional ?? true,
    missing: missing ?? [{ kind: 'noReadings' }],
  }
}

function forecastHome({ world, energies, nowMs, todayMs, history, seed }: MonthToForecast): ForecastAnswer {
  const { soFar, ...forecast } = forecastMonth(world, energies, { nowMs, history, seed })
  const today = costSeries(world, energies, [todayMs, forecast.untilMs], forecast.currency).buckets[0]
  return {
    ...forecast,
    soFar: soFar && { totals: soFar.totals, exact: soFar.exact, quality: soFar.quality },
    missing: uniqueReasons([
      ...(soFar?.months.flatMap(({ missing }) => missing) ?? []),
      ...(forecast.none?.reason === 'unknownPrices' ? forecast.none.missing : []),
    ]),
    today: today ? { importCost: today.importCost, exportRevenue: today.exportRevenue } : null,
  }
}
