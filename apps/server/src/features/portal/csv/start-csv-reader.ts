import { AppError } from '../../../platform/app-error.ts'
import { type Asker, createWorkerPool } from '../../../platform/worker-pool.ts'
import type { CsvDays, CsvTask, SentCsvError } from './csv-task.ts'

/** Parses files in separate threads, so that a long one blocks neither pages nor calculations. */
export interface CsvReader {
  read(task: CsvTask, asker: Asker): Promise<CsvDays>
  close(): Promise<void>
}

export function startCsvReader(): CsvReader {
  const pool = createWorkerPool<CsvTask, CsvDays>(new URL('./csv-worker.ts', import.meta.url), {
    // The longest file of one person leaves the other thread to somebody else.
    size: 2,
    reviveError: (report) => {
      const { code, message, place } = report as SentCsvError
      return code === null ? new Error(message) : new AppError(code, { place })
    },
  })
  return { read: pool.run, close: pool.close }
}
