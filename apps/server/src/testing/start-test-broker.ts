import pino from 'pino'
import { onTestFinished } from 'vitest'
import {
  type EmbeddedBroker,
  type EmbeddedBrokerOptions,
  startEmbeddedBroker,
} from '../platform/mqtt/embedded-broker.ts'
import type { LinkEndpoint } from '../platform/mqtt/link-transport.ts'

/** The embedded broker by itself, before an endpoint that accepts everything but what the test says; ends with the test. */
export async function startTestBroker(
  endpoint: Partial<LinkEndpoint> = {},
  options: Partial<Pick<EmbeddedBrokerOptions, 'isProxy' | 'tls' | 'log'>> = {},
): Promise<EmbeddedBroker> {
  const broker = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    isProxy: () => true,
    clock: Date,
    log: pino({ level: 'silent' }),
    ...options,
    endpoint: {
      receive: async () => {},
      authenticate: async () => true,
      refuse: () => {},
      handleSessionEnd: () => {},
      findSerials: async () => [],
      handleReady: () => {},
      findAccounts: async () => [],
      ...endpoint,
    },
  })
  onTestFinished(() => broker.close())
  return broker
}
