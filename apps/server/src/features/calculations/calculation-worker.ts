import { parentPort } from 'node:worker_threads'
import { NetworkFeeError } from '@ohmstead/network-fee/network-fee-error'
import type { WorkerAnswer } from '../../platform/worker-pool.ts'
import { writeChartWorkbook } from '../charts/write-chart-workbook.ts'
import { answerSharing } from '../energy-sharing/answer-sharing.ts'
import { writeSettlementWorkbook } from '../energy-sharing/write-settlement-workbook.ts'
import { writeStatementPdf } from '../energy-sharing/write-statement-pdf.ts'
import { writeStatementWorkbook } from '../energy-sharing/write-statement-workbook.ts'
import { answerPricing } from '../location-pricing/answer-pricing.ts'
import { writeBillWorkbook } from '../location-pricing/write-bill-workbook.ts'
import { answerOffers } from '../offer-comparison/answer-offers.ts'
import { writePortfolioFile } from '../portfolio/write-portfolio.ts'
import { answerCalculation } from './answer-calculation.ts'
import type { CalculationTask, SentError } from './calculation-task.ts'
import { choosePowers } from './choose-powers.ts'
import { writeDocument } from './documents/write-document.ts'

// The calculation thread: two years of quarter-hours and their bootstrap would block the event loop for too long.

const port = parentPort!

port.on('message', (task: CalculationTask) => {
  const report = (progress: number) => port.postMessage({ progress } satisfies WorkerAnswer<string>)
  answer(task, report).then(
    (result) => port.postMessage({ result } satisfies WorkerAnswer<string | Uint8Array>),
    (error: Error) => port.postMessage({ error: toSentError(error) } satisfies WorkerAnswer<string>),
  )
})

async function answer(
  task: CalculationTask,
  report: (progress: number) => void,
): Promise<string | Uint8Array> {
  switch (task.kind) {
    case 'calculate':
      return JSON.stringify(answerCalculation(task.input))
    case 'choose':
      return JSON.stringify(choosePowers(task))
    case 'bill':
    case 'costs':
    case 'months':
    case 'savings':
    case 'forecasts':
      return JSON.stringify(answerPricing(task))
    case 'offers':
    case 'offerBill':
      return JSON.stringify(answerOffers(task))
    case 'settleMonth':
    case 'shareIntervals':
    case 'simulateSharing':
    case 'adviseSharing':
      return JSON.stringify(answerSharing(task, report))
    case 'sharingStatement':
      return task.format === 'pdf' ? writeStatementPdf(task) : writeStatementWorkbook(task)
    case 'sharingSettlement':
      return writeSettlementWorkbook(task)
    case 'chart':
      return writeChartWorkbook(task)
    case 'billFile':
      return writeBillWorkbook(task)
    case 'portfolio':
      return writePortfolioFile(task)
    default:
      return writeDocument(task)
  }
}

function toSentError(error: Error): SentError {
  const isRefusal = error instanceof NetworkFeeError
  return {
    code: isRefusal ? error.code : null,
    details: isRefusal ? error.details : {},
    message: error.stack ?? error.message,
  }
}
