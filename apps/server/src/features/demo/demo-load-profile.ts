import { dayNumber } from '@ohmstead/network-fee/calendar/local-time'
import { isWorkFreeDay } from '@ohmstead/network-fee/calendar/work-free-day'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'

// Plausible load profiles for the demo's metering points, from rules and seeded randomness: the same day of a point is
// always the same.

export type DemoLoadKind = 'home' | 'heat-pump-home' | 'office' | 'workshop' | 'factory' | 'plant'

export interface DemoLoad {
  kind: DemoLoadKind
  seed: number
  /** 1 is a typical one of its kind. */
  scale: number
  /** Peak power of the photovoltaic plant, kW. */
  pvKw: number
}

/** Average powers of the quarter-hours of a local day, kW. */
export interface DemoDay {
  importKw: number[]
  exportKw: number[]
}

export function buildDemoDay(load: DemoLoad, day: string, quarters: number): DemoDay {
  const days = dayNumber(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
  const random = createRandom(load.seed, days)
  // 0 in mid-January, 1 in mid-July; one sky for all.
  const summer = (1 - Math.cos(((days % 365.25) - 14) * (Math.PI / 182.6))) / 2
  const sky = createRandom(7, days)
  const weather = {
    summer,
    temperature: -2 + 23 * summer + 8 * (sky() - 0.5),
    clear: 0.12 + 0.88 * Math.sqrt(sky()),
  }
  const loadKw = shapes[load.kind](quarters, random, weather, isWorkFreeDay(days, publishedRates))
  const importKw: number[] = []
  const exportKw: number[] = []
  for (let at = 0; at < quarters; at++) {
    const net = loadKw[at]! * load.scale - sunKw(at / (quarters / 24), weather, sky) * load.pvKw
    importKw.push(Math.max(0, net))
    exportKw.push(Math.max(0, -net))
  }
  return { importKw, exportKw }
}

interface Weather {
  summer: number
  temperature: number
  clear: number
}
type Random = () => number
type Shape = (quarters: number, random: Random, weather: Weather, isDayOff: boolean) => number[]

const bump = (hour: number, middle: number, width: number) => Math.exp(-(((hour - middle) / width) ** 2))

function home(quarters: number, random: Random, { summer }: Weather, isDayOff: boolean): number[] {
  const wakes = isDayOff ? 8.5 : 6.5
  const base = 0.14 + 0.08 * random()
  const kw = Array.from({ length: quarters }, (_, at) => {
    const hour = at / 4
    const living =
      0.35 * bump(hour, wakes, 1) +
      (isDayOff ? 0.4 : 0.1) * bump(hour, 13, 2.5) +
      0.65 * bump(hour, 19.5, 2.2)
    return base + living * (1.15 - 0.4 * summer) * (0.7 + 0.6 * random()) + (at % 5 < 2 ? 0.06 : 0)
  })
  // Appliances: hob, oven, washing machine, dishwasher, boiler.
  run(kw, 17.5 + 2 * random(), 3, 1.8 + 1.4 * random())
  if (isDayOff || random() < 0.3) run(kw, 11.5 + random(), 4, 2.2)
  if (random() < 0.55) run(kw, (isDayOff ? 10 : 18) + 3 * random(), 3, 2)
  if (random() < 0.6) run(kw, 20.5 + random(), 3, 1.6)
  run(kw, 22.2 + 0.5 * random(), 6, 1.9)
  return kw
}

function heatPumpHome(quarters: number, random: Random, weather: Weather, isDayOff: boolean): number[] {
  const kw = home(quarters, random, weather, isDayOff)
  const heating = Math.max(0, 15 - weather.temperature) * 0.11
  for (let at = 0; at < quarters; at++) {
    const night = 1 + 0.35 * Math.cos(((at / 4 - 4) / 12) * Math.PI)
    const isOn = (at + Math.floor(random() * 2)) % 4 < 3
    if (isOn) kw[at]! += heating * night
  }
  // A car at a wallbox, some nights.
  if (random() < 0.35) run(kw, 21 + 2 * random(), 8 + Math.floor(8 * random()), 7.2)
  return kw
}

function office(quarters: number, random: Random, weather: Weather, isDayOff: boolean): number[] {
  const cooling = Math.max(0, weather.temperature - 20) * 0.5
  return Array.from({ length: quarters }, (_, at) => {
    const hour = at / 4
    const work = isDayOff ? 0.06 : ramp(hour, 6.5, 8, 15.5, 18)
    return 2.2 + work * (9 + cooling + 2.5 * random()) + (isDayOff ? 0.4 * random() : 0)
  })
}

function workshop(quarters: number, random: Random, _: Weather, isDayOff: boolean): number[] {
  const kw = Array.from({ length: quarters }, (_unused, at) => {
    const hour = at / 4
    const work = isDayOff ? 0 : ramp(hour, 5.5, 6.5, 14, 15) * (bump(hour, 10, 0.4) > 0.5 ? 0.55 : 1)
    return 1.6 + work * (12 + 9 * random())
  })
  if (!isDayOff) for (let start = 0; start < 5; start++) run(kw, 6.5 + 7.5 * random(), 1, 9 + 7 * random())
  return kw
}

function factory(quarters: number, random: Random, weather: Weather, isDayOff: boolean): number[] {
  const isShut = isDayOff && random() < 0.85
  const kw = Array.from({ length: quarters }, (_, at) => {
    const hour = at / 4
    const shifts = isShut ? 0.05 : ramp(hour, 5, 6.5, 21.5, 22.5) * (hour < 14 ? 1 : 0.78)
    return 85 + 25 * weather.summer + shifts * (430 + 70 * random())
  })
  if (!isShut)
    for (let batch = 0; batch < 4; batch++)
      run(kw, 6.5 + 13 * random(), 2 + Math.floor(3 * random()), 110 + 130 * random())
  return kw
}

/** Panels with a meter of their own, and inverters that sleep at night. */
const plant: Shape = (quarters) => Array.from({ length: quarters }, () => 0.03)

const shapes: Record<DemoLoadKind, Shape> = {
  home,
  'heat-pump-home': heatPumpHome,
  office,
  workshop,
  factory,
  plant,
}

/** 0 before `from`, 1 between, 0 after `until`, linear in between. */
function ramp(hour: number, from: number, full: number, until: number, end: number): number {
  if (hour <= from || hour >= end) return 0
  return Math.min(1, (hour - from) / (full - from), (end - hour) / (end - until))
}

function run(kw: number[], hour: number, quarters: number, power: number): void {
  const first = Math.floor(hour * 4)
  for (let at = first; at < Math.min(kw.length, first + quarters); at++) kw[at]! += power
}

/** Share of the peak power at a local hour: noon is at about one in summer time. */
function sunKw(hour: number, { summer, clear }: Weather, sky: Random): number {
  const half = 4.3 + 3.4 * summer
  const noon = 12.2 + 0.9 * summer
  const height = Math.cos(((hour - noon) / half) * (Math.PI / 2))
  if (Math.abs(hour - noon) >= half) return 0
  return Math.max(0, height) ** 1.3 * (0.45 + 0.4 * summer) * clear * (0.85 + 0.15 * sky())
}

/** Mulberry32 over a seed and a day. */
function createRandom(seed: number, day: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(day + 1, 0x85ebca6b)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
