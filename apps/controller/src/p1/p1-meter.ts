import type { Values } from '../plant/plant-readings.ts'
import { buildTelegram, type TelegramOptions } from './build-telegram.ts'

export interface P1MeterOptions {
  /** Base address of the cloud's HTTP side. */
  httpUrl: string
  serial: string
  token: string
  telegram: TelegramOptions
  log(message: string): void
}

/** Posts readings as telegram text, like a dongle on the consumer port: undelivered ones are not kept. */
export function createP1Meter(options: P1MeterOptions): (reading: { ts: number; values: Values }) => void {
  const post = createTelegramPoster(options)
  return (reading) => post(buildTelegram(reading, options.telegram))
}

export function createTelegramPoster(options: Omit<P1MeterOptions, 'telegram'>): (telegram: string) => void {
  const address = `${options.httpUrl.replace(/\/+$/, '')}/link/v1/${options.serial}/p1`
  let isBusy = false
  return (telegram) => {
    if (isBusy) return
    isBusy = true
    void fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.token}`, 'content-type': 'text/plain' },
      // As bytes: a checksum counts over what the meter sent.
      body: Buffer.from(telegram, 'latin1'),
      signal: AbortSignal.timeout(10_000),
    })
      .then(async (response) => {
        if (!response.ok)
          options.log(
            `the telegram was refused with ${response.status} ${(await response.text()).slice(0, 200)}`,
          )
      })
      .catch((error: Error) => options.log(`the telegram was not delivered: ${error.message}`))
      .finally(() => {
        isBusy = false
      })
  }
}
