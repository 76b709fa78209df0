import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import { followSelfConsumption } from '@ohmstead/optimizer/self-consumption-rule'
import { estimateSolarYield, type SolarPlant } from '@ohmstead/optimizer/solar/estimate-solar-yield'
import { refineWeather } from '@ohmstead/optimizer/solar/refine-weather'
import type { BatterySize } from '@ohmstead/optimizer/sweep-battery-sizes'
import type { PortalReadings } from '../../shared/portal/portal-readings.ts'
import { type BatteryKind, buildProblem, exchangeOf } from '../../shared/what-if/battery-exchange.ts'
import {
  billMonths,
  buildLoadCase,
  type CaseQuality,
  type CaseQuestion,
  compareMonths,
  type LoadCase,
} from '../../shared/what-if/load-case.ts'
import { resampleYears, type YearlySaving } from '../../shared/what-if/resample-years.ts'
import { compareNetMetering } from './compare-net-metering.ts'
import { fetchWeather, type WeatherQuestion } from './fetch-weather.ts'
import { type DayShape, type SolarMonth, shapeDays, sumByMonth } from './shape-solar.ts'

export interface SolarQuestion extends CaseQuestion, WeatherQuestion {
  plant: SolarPlant
  /** The point is already settled by the year: netting is not due to these panels. */
  hasNetMetering: boolean
  /** Null for none. */
  battery: (BatterySize & BatteryKind) | null
}

/** One variant of the panels. Energies are those of a year, kWh. */
export interface SolarVariant {
  yearly: YearlySaving
  importKwh: number
  /** Additional export; a battery that also stores old surplus may make it negative. */
  fedMoreKwh: number
  /** The share of the production used in the house (including stored energy and its losses); null without production. */
  selfConsumption: number | null
  /** The share of the house's consumption that no longer comes from the grid; null if the house is unknown. */
  selfSufficiency: number | null
}

export interface SolarAnswer {
  productionKwh: number
  importBeforeKwh: number
  /** Panels alone, and with a battery by the simple rule and with a forecast. */
  panels: SolarVariant
  withRule: SolarVariant | null
  withForecast: SolarVariant | null
  /** Saving of a year under the old yearly netting, EUR; null if its tariff is unknown. */
  netMeteringEur: number | null
  months: SolarMonth[]
  days: DayShape[]
  monthsKnown: number
  /** The readings already include export of existing panels. */
  hasExport: boolean
  quality: CaseQuality
  weather: {
    source: 'open-meteo' | 'modelled'
    attribution: { text: string; url: string } | null
    hours: number
    filled: number
  }
}

const quarterMs = 900_000

/** What panels would have made of the readings, in the weather of the same days. Null without readings. */
export async function estimateSolar(
  { series }: PortalReadings,
  question: SolarQuestion,
  report: (progress: number) => void,
): Promise<SolarAnswer | null> {
  const found = buildLoadCase(series, question)
  if (found === null) return null
  const fetched = await fetchWeather(question)
  report(0.3)
  const { weather: _, ...weather } = fetched
  const pvKwh = produce(found, fetched.weather, question)
  report(0.5)
  const none = billMonths(found, found.biller.billOf(found.importKwh), found.exportKwh)
  const year = (kwh: Float64Array) => yearOf(found, kwh)
  const importBeforeKwh = year(found.importKwh)
  const productionKwh = year(pvKwh)
  const describe = (exchange: { importKwh: Float64Array; exportKwh: Float64Array }) => {
    const billed = billMonths(found, found.biller.billOf(exchange.importKwh), exchange.exportKwh)
    const importKwh = year(exchange.importKwh)
    const fedMoreKwh = year(exchange.exportKwh) - year(found.exportKwh)
    const variant: SolarVariant = {
      yearly: resampleYears(compareMonths(found, none, billed))!,
      importKwh,
      fedMoreKwh,
      selfConsumption: productionKwh > 0 ? 1 - fedMoreKwh / productionKwh : null,
      selfSufficiency: found.hasExport || importBeforeKwh <= 0 ? null : 1 - importKwh / importBeforeKwh,
    }
    return { variant, billed }
  }
  const withPanels: LoadCase = { ...found, ...addProduction(found, pvKwh) }
  const panels = describe(withPanels)
  report(0.6)
  const { battery } = question
  const run = (control: typeof followSelfConsumption) => {
    if (battery === null) return null
    const problem = buildProblem(withPanels, battery)
    problem.battery = { ...problem.battery, ...sizeOf(battery) }
    return describe(exchangeOf(withPanels, control(problem), battery)).variant
  }
  const withRule = run(followSelfConsumption)
  const withForecast = run((problem) => controlWithForecast(problem))
  report(1)
  return {
    productionKwh,
    importBeforeKwh,
    panels: panels.variant,
    withRule,
    withForecast,
    netMeteringEur: compareNetMetering({ without: found, withPanels }, none, panels.billed, question),
    months: sumByMonth(found, withPanels, pvKwh),
    days: shapeDays(found, pvKwh),
    monthsKnown: panels.variant.yearly.monthsKnown,
    hasExport: found.hasExport,
    quality: found.quality,
    weather,
  }
}

function sizeOf({ capacityKwh, chargeKw, dischargeKw }: BatterySize): BatterySize {
  return { capacityKwh, chargeKw, dischargeKw }
}

/** Production of each quarter-hour of the readings, kWh. */
function produce(
  { series, importKwh }: LoadCase,
  hourly: Parameters<typeof refineWeather>[0],
  { latitude, longitude, plant }: SolarQuestion,
): Float64Array {
  const place = { latitude, longitude }
  const weather = refineWeather(hourly, place, 4)
  const { acW } = estimateSolarYield(weather, place, plant)
  const offset = Math.round((series.firstStartMs - weather.firstStartMs) / quarterMs)
  return Float64Array.from(importKwh, (_, i) => Math.max(acW[i + offset] ?? 0, 0) / 4000)
}

/** Both registers with the panels; import and export within the same quarter-hour stay. */
export function addProduction(
  { importKwh, exportKwh, netKwh }: Pick<LoadCase, 'importKwh' | 'exportKwh' | 'netKwh'>,
  pvKwh: Float64Array,
): Pick<LoadCase, 'importKwh' | 'exportKwh' | 'netKwh'> {
  const net = netKwh.map((kwh, i) => kwh - pvKwh[i]!)
  const both = importKwh.map((kwh, i) => Math.min(kwh, exportKwh[i]!))
  return {
    netKwh: net,
    importKwh: net.map((kwh, i) => Math.max(kwh, 0) + both[i]!),
    exportKwh: net.map((kwh, i) => Math.max(-kwh, 0) + both[i]!),
  }
}

/** Energy of a whole year, each calendar month by its own readings. */
function yearOf({ profile }: LoadCase, kwh: Float64Array): number {
  const sums = new Float64Array(profile.months.length)
  kwh.forEach((value, i) => {
    sums[profile.calendar.monthOf[i]!]! += value
  })
  const months = profile.months.map(({ month }, place) => ({
    month: month.month,
    isHighSeason: month.isHighSeason,
    share: month.intervals / month.wholeMonthIntervals,
    energyEur: sums[place]!,
    powerEur: 0,
  }))
  return resampleYears(months)?.meanEur ?? 0
}
