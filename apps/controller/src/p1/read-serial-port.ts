import { execFile } from 'node:child_process'
import { createReadStream, type ReadStream } from 'node:fs'
import { promisify } from 'node:util'

/** No telegram is that long; what has no end is noise of the line. */
const longestTelegram = 16_384
const retryMs = 5_000

/** Cuts whole telegrams, from `/` to the line of `!`, out of what a meter sends. */
export function createTelegramCutter(): (chunk: string) => string[] {
  let text = ''
  return (chunk) => {
    text += chunk
    const whole: string[] = []
    for (;;) {
      const start = text.indexOf('/')
      if (start === -1) {
        text = ''
        return whole
      }
      text = text.slice(start)
      const end = /^![0-9A-Fa-f]{0,4}\r?\n/m.exec(text)
      if (!end) {
        if (text.length > longestTelegram) text = ''
        return whole
      }
      const length = end.index + end[0].length
      // A telegram that began before was cut off: only the newest start counts.
      const telegram = text.slice(0, length)
      whole.push(telegram.slice(telegram.lastIndexOf('\n/') + 1))
      text = text.slice(length)
    }
  }
}

/** Reads a P1 port, and hands on one telegram a period; opens it again when the cable was out. */
export function readSerialPort(options: {
  path: string
  baud: number
  periodMs: number
  post(telegram: string): void
  log(message: string): void
}): () => Promise<void> {
  const { path, baud, periodMs, post, log } = options
  let stream: ReadStream | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let postedAt = Number.NEGATIVE_INFINITY

  async function open(): Promise<void> {
    try {
      // 115200 8N1 of DSMR 4 and 5, or 9600 7E1 of before.
      const frame = baud > 9600 ? ['cs8', '-parenb'] : ['cs7', 'parenb', '-parodd']
      await promisify(execFile)('stty', ['-F', path, String(baud), ...frame, '-cstopb', 'raw', '-echo'])
      const cut = createTelegramCutter()
      stream = createReadStream(path, { encoding: 'latin1' })
      stream.on('data', (chunk) => {
        const newest = cut(String(chunk)).at(-1)
        if (newest === undefined || performance.now() - postedAt < periodMs - 500) return
        postedAt = performance.now()
        post(newest)
      })
      stream.on('error', ({ message }) => again(message)).on('end', () => again('it has ended'))
    } catch (error) {
      again((error as Error).message.split('\n').at(-2) ?? (error as Error).message)
    }
  }

  function again(reason: string): void {
    stream?.destroy()
    if (isClosed || timer) return
    log(`${path}: ${reason}`)
    timer = setTimeout(() => {
      timer = undefined
      void open()
    }, retryMs)
  }

  void open()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    stream?.destroy()
  }
}
