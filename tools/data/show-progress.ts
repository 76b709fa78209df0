import process from 'node:process'
import type { TransferProgress } from '../../apps/server/src/platform/db/transfer/transfer-file.ts'

/** One line per table, refreshed twice a second on a terminal, otherwise written once at the end. */
export function showProgress(): (progress: TransferProgress) => void {
  let shownAt = 0
  return ({ table, rows, ofRows }) => {
    const isDone = rows >= ofRows
    if (!isDone && (!process.stderr.isTTY || Date.now() - shownAt < 500)) return
    shownAt = Date.now()
    const share = ofRows > 0 ? ` ${Math.floor((rows / ofRows) * 100)} %, ${rows} of ${ofRows} rows` : ''
    process.stderr.write(
      process.stderr.isTTY ? `\r\x1b[K${table}${share}${isDone ? '\n' : ''}` : `${table}${share}\n`,
    )
  }
}
