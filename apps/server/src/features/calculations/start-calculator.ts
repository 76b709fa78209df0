import type { Registry } from 'prom-client'
import { Histogram } from 'prom-client'
import { type Asker, createWorkerPool } from '../../platform/worker-pool.ts'
import type { ChartFileTask } from '../charts/chart-file-task.ts'
import type { SharingAnswers, SharingTask } from '../energy-sharing/sharing-task.ts'
import type { SettlementFileTask, StatementFileTask } from '../energy-sharing/statement-file-task.ts'
import type { BillFileTask } from '../location-pricing/bill-file-task.ts'
import type { PricingAnswers, PricingTask } from '../location-pricing/pricing-task.ts'
import type { OfferAnswers, OfferTask } from '../offer-comparison/offer-task.ts'
import type { PortfolioFileTask } from '../portfolio/portfolio-file-task.ts'
import { createAnswerCache } from './answer-cache.ts'
import type { CalculationInput, CalculationTask, SentError } from './calculation-task.ts'
import type { PowerChoiceTask, PowersChosen } from './choose-powers.ts'
import type { DocumentTask } from './documents/document-task.ts'
import { fingerprint } from './fingerprint.ts'
import { fingerprintOf } from './fingerprint-of.ts'

/** Calculations in separate threads; equal questions are answered from memory. */
export interface Calculator {
  /** The answer as JSON text, with the fingerprint of its inputs. */
  calculate(input: CalculationInput, asker: Asker): Promise<{ hash: string; json: string }>
  /** The cheapest agreed powers of one point of a list. */
  choosePowers(task: Omit<PowerChoiceTask, 'kind'>, asker: Asker): Promise<PowersChosen>
  /** The money of a location over a long time. */
  price<Kind extends PricingTask['kind']>(
    task: Extract<PricingTask, { kind: Kind }>,
    asker: Asker,
  ): Promise<PricingAnswers[Kind]>
  /** Offers on the readings of one subject. */
  compareOffers<Kind extends OfferTask['kind']>(
    task: Extract<OfferTask, { kind: Kind }>,
    asker: Asker,
  ): Promise<OfferAnswers[Kind]>
  /** What a group shares. */
  share<Kind extends SharingTask['kind']>(
    task: Extract<SharingTask, { kind: Kind }>,
    asker: Asker,
  ): Promise<SharingAnswers[Kind]>
  writeDocument(
    task:
      | DocumentTask
      | PortfolioFileTask
      | ChartFileTask
      | BillFileTask
      | StatementFileTask
      | SettlementFileTask,
    asker: Asker,
  ): Promise<Uint8Array>
  /** How many of a list may run at once. */
  readonly size: number
  close(): Promise<void>
}

/** Input that a thread refused, or its failure. */
export class CalculationError extends Error {
  readonly code: SentError['code']
  readonly details: SentError['details']

  constructor({ code, details, message }: SentError) {
    super(message)
    this.name = 'CalculationError'
    this.code = code
    this.details = details
  }
}

export function startCalculator(metrics: Registry): Calculator {
  const pool = createWorkerPool<CalculationTask, string | Uint8Array>(
    new URL('./calculation-worker.ts', import.meta.url),
    { reviveError: (report) => new CalculationError(report as SentError) },
  )
  const cache = createAnswerCache()
  const seconds = new Histogram({
    name: 'ohmstead_calculation_seconds',
    help: 'Time from a question to its answer, the wait for a thread included',
    labelNames: ['kind'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })
  const run = async (task: CalculationTask, asker: Asker) => {
    const end = seconds.startTimer({ kind: task.kind })
    try {
      return await pool.run(task, asker)
    } finally {
      end()
    }
  }
  return {
    size: pool.size,
    calculate: async (input, asker) => {
      const hash = fingerprint(input)
      const answer = async (signal: AbortSignal) =>
        (await run({ kind: 'calculate', input }, { ...asker, signal })) as string
      return { hash, json: await cache.get(hash, answer, asker.signal) }
    },
    choosePowers: async (task, asker) =>
      JSON.parse((await run({ kind: 'choose', ...task }, asker)) as string) as PowersChosen,
    share: async (task, asker) => JSON.parse((await run(task, asker)) as string),
    price: async (task, asker) => JSON.parse((await run(task, asker)) as string),
    compareOffers: async (task, asker) => {
      const answer = async (signal: AbortSignal) => (await run(task, { ...asker, signal })) as string
      return JSON.parse(await cache.get(fingerprintOf(task), answer, asker.signal))
    },
    writeDocument: async (task, asker) => (await run(task, asker)) as Uint8Array,
    close: pool.close,
  }
}
