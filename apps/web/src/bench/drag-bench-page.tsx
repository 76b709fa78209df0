import { translationsQuery } from '../shared/i18n/translations-query.ts'
import '../ui/tokens/tokens.css'
import '../ui/tokens/themes.css'
import '../ui/base.css'
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import { milliWhPerKw, type QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { buildMeteringPoint } from '@ohmstead/network-fee/wire/build-metering-point'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import type { Calculation } from '../features/calculations/calculation-data.ts'
import styles from '../features/calculations/calculations.module.css'
import { CalculationView } from '../features/calculations/calculations-page.tsx'
import { createWhatIf } from '../features/calculations/powers/what-if.ts'
import type { Calculated } from '../features/calculations/use-calculation.ts'
import { provideTemporal } from '../lib/temporal.ts'
import { profileJob } from '../shared/portal/build-profile.ts'
import { type PortalDevice, workerQuery } from '../shared/portal/portal-query.ts'
import { readingsVersion } from '../shared/portal/use-portal-devices.ts'

// Not part of the application: tools/bench/drag-bench.ts builds this alone and calls it in a real browser.

const quarterHours = 70_080
const [from, to] = ['2024-10-01', '2026-09-30']
const stepPx = 5
const reachPx = 40

export interface DragTimes {
  /** Work of each frame while a step of the whole page is dragged: script, style, layout and paint; round by round. */
  rounds: number[][]
  /** The calculation of all months alone, with other powers each time. */
  recalculationsMs: number[]
  /** Share of the frames that show another cost than the one before: otherwise there would be no work. */
  changed: number
}

const consumerInfo = {
  billingPower: 10,
  connectionPower: 17,
  consumerType: 'RESIDENTIAL',
  consumptionType: null,
  userGroup: 0,
  userGroupText: null,
  currentLimit: 25,
  isThreePhase: true,
  powerLimits: [
    {
      block1: 6.8,
      block2: 6.8,
      block3: 6.8,
      block4: 6.8,
      block5: 6.8,
      connectionPower: 17,
      dateFrom: '2024-10-01',
      dateTo: '2026-12-31',
      isValid: true,
      limitSetBy: 'user',
      minimumPower: 3.4,
      enteredOn: null,
    },
  ],
  productionPower: null,
  hash: '',
  tariffsCount: 2,
  voltageClassification: null,
  yearlyWorkHours: null,
  netMetering: null,
  manual: [],
  assumed: [],
} satisfies PortalDevice['consumerInfo']

const device: PortalDevice = {
  id: 1,
  eimm: '4-0000000',
  gsrn: null,
  title: null,
  tariffsCount: 2,
  abstract_device_type_id: 1,
  credentials: [],
  source: 'portal',
  consumerInfo,
  readings: {
    from,
    to,
    days: 730,
    missing_days: 0,
    estimated_days: 0,
    read_since: null,
    last_import_at: 0,
    last_error: null,
    next_try_at: null,
  },
  job: null,
  owner: null,
}

const prices = { vt: 0.12, mt: 0.09, et: null }
const body = { ...prices, withoutEnergyPrices: false, from, to, levies: true, vat: true }

/** A daily rhythm with noise and rare peaks up to two thirds of the connection power. */
function createReadings(): QuarterHourSeries {
  const random = randomSequence(17)
  const importMilliWh = Float64Array.from({ length: quarterHours }, (_, i) => {
    const daily = 1 + Math.sin(((i % 96) / 96 - 0.3) * 2 * Math.PI)
    const peak = random() < 0.03 ? 0.4 * random() : 0
    return Math.round((0.02 + 0.12 * daily * (0.5 + random()) + peak) * 17 * milliWhPerKw)
  })
  const isEstimated = new Uint8Array(quarterHours)
  return { firstStartMs: localMidnightMs(from), importMilliWh, exportMilliWh: null, isEstimated }
}

let app: Root | null = null

async function run(messages: Messages, roundCount: number, frames: number): Promise<DragTimes> {
  await provideTemporal()
  i18n.loadAndActivate({ locale: 'en', messages })
  const profile = buildLoadProfile(createReadings())
  const { point } = buildMeteringPoint(consumerInfo)
  const options = { levies: body.levies, vat: body.vat }
  const calculations = calculatePeriod(
    { readings: profile, point, energyPrices: prices, options },
    [],
  ) as unknown as Calculation
  const answer = { calculations, consumerInfo, so_far: null, hash: '' }
  const calculated: Calculated = { device, body, customKw: null, answer, payable: answer }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const key = { deviceId: device.id, from, to, version: readingsVersion(device) }
  client.setQueryData(workerQuery(profileJob, key, null).queryKey, profile)
  client.setQueryData(translationsQuery('sl').queryKey, { locale: 'sl', messages })
  app?.unmount()
  app = createRoot(document.querySelector('#root')!)
  app.render(
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <div className={styles.page}>
          <CalculationView calculated={calculated} isFetching={false} onProcess={() => {}} />
        </div>
      </I18nProvider>
    </QueryClientProvider>,
  )
  while (!document.querySelector('[role=slider]')) await nextFrame()
  const whatIf = createWhatIf(profile, consumerInfo, prices, options, calculations.agreedPower.fromDay)
  const recalculationsMs: number[] = []
  for (let place = 0; place < frames; place++) {
    const start = performance.now()
    whatIf.calculate([5, 5.5, 6, 6, 6 + (place % 60) / 10])
    recalculationsMs.push(performance.now() - start)
  }
  const sentences: string[] = []
  const rounds: number[][] = []
  for (let round = 0; round < roundCount; round++) rounds.push(await drag(frames, sentences))
  const changed = sentences.filter((sentence, at) => sentence !== sentences[at - 1]).length
  return { rounds, recalculationsMs, changed: changed / sentences.length }
}

/** Grabs the step of block 3 and moves it up and down, once a frame. */
async function drag(frames: number, sentences: string[]): Promise<number[]> {
  const handle = document.querySelectorAll<SVGGElement>('[role=slider]')[2]!
  handle.scrollIntoView({ block: 'center' })
  await nextFrame()
  const box = handle.getBoundingClientRect()
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2]
  // Synthetic events have no pointer that could be captured.
  handle.setPointerCapture = () => {}
  const move = (type: string, y: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerType: 'mouse',
        pointerId: 1,
        clientX: x,
        clientY: y,
      }),
    )
  move('pointerdown', middle)
  const framesMs: number[] = []
  for (let frame = 1; frame <= frames; frame++) {
    await nextFrame()
    const began = performance.now()
    move('pointermove', middle + Math.asin(Math.sin((frame * stepPx) / reachPx)) * reachPx)
    // A message sent within a frame arrives after the browser has laid out and painted it.
    await afterPaint()
    framesMs.push(performance.now() - began)
    sentences.push(document.querySelector('output')!.textContent)
  }
  // The next round begins where this one did.
  move('pointermove', middle)
  move('pointerup', middle)
  return framesMs
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

Object.assign(globalThis, { runDragBench: run })
