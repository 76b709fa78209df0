import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../platform/app-error.ts'
import type { WorkerAnswer } from '../../../platform/worker-pool.ts'
import type { CsvDays, CsvTask, SentCsvError } from './csv-task.ts'
import { layOutCsv } from './lay-out-csv.ts'

// The parser thread: the largest files take some ten seconds, too long for the event loop.

const port = parentPort!

port.on('message', (task: CsvTask) => {
  layOutCsv(task).then(
    (result) =>
      port.postMessage({ result } satisfies WorkerAnswer<CsvDays>, [
        result.imports.buffer as ArrayBuffer,
        result.exports.buffer as ArrayBuffer,
      ]),
    (error: Error) => port.postMessage({ error: toSentError(error) } satisfies WorkerAnswer<CsvDays>),
  )
})

const toSentError = (error: Error): SentCsvError => ({
  code: error instanceof AppError ? error.code : null,
  message: error.stack ?? error.message,
  place: error instanceof AppError ? error.place : undefined,
})
