import { Counter, Histogram, type Registry } from 'prom-client'
import { exposeCounter, exposeGauge } from '../../platform/expose-metric.ts'
import type { BrokerState, IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import type { Settings } from '../../settings.ts'
import type { Outcome } from './outcome.ts'

interface Counted {
  source: string
  kind: string
  state: Outcome['state']
  messages: number
  samples: number
}

/** What the link does, for whoever watches the server. */
export function measureLink(
  metrics: Registry,
  options: {
    settings: Pick<Settings, 'mqttUrls'>
    /** Messages of readings that wait for the database, by lane. */
    findWaiting: () => readonly number[]
    findBroker: () => BrokerState | null
  },
) {
  const broker = options.settings.mqttUrls.length === 0 ? 'embedded' : 'external'
  const counts = new Map<string, Counted>()
  const listCounts = (value: (counted: Counted) => number) =>
    [...counts.values()].map(
      (counted) =>
        [{ source: counted.source, kind: counted.kind, outcome: counted.state }, value(counted)] as const,
    )
  exposeCounter(
    metrics,
    {
      name: 'ohmstead_ingest_messages_total',
      help: 'Messages of controllers that were settled',
      labelNames: ['source', 'kind', 'outcome'],
    },
    () => listCounts(({ messages }) => messages),
  )
  exposeCounter(
    metrics,
    {
      name: 'ohmstead_ingest_samples_total',
      help: 'Instants with their readings that were committed',
      labelNames: ['source', 'kind'],
    },
    () =>
      [...counts.values()].flatMap(({ source, kind, state, samples }) =>
        state === 'stored' && kind !== 'other' ? [[{ source, kind }, samples] as const] : [],
      ),
  )
  exposeGauge(
    metrics,
    {
      name: 'ohmstead_link_waiting_messages',
      help: 'Messages of readings that wait for the database',
      labelNames: ['lane'],
    },
    () => options.findWaiting().map((size, lane) => [{ lane: `${lane}` }, size] as const),
  )
  const brokerGauge = (name: string, help: string, read: (state: BrokerState) => number | null) =>
    exposeGauge(metrics, { name: `ohmstead_broker_${name}`, help, labelNames: ['broker'] }, () => {
      const state = options.findBroker()
      return state ? [[{ broker: state.kind }, read(state)]] : []
    })
  brokerGauge('connected', 'Whether the broker is reached: 1 or 0', (state) => Number(state.isConnected))
  brokerGauge('sessions', 'Sessions of controllers at the embedded broker', (state) => state.sessions)
  brokerGauge('slots', 'Slots of an external broker that this process reads', (state) => state.slots)
  brokerGauge(
    'held_messages',
    'Messages taken from the broker and not acknowledged yet',
    (state) => state.heldMessages,
  )
  brokerGauge(
    'accounts_manageable',
    'Whether controllers can be added and revoked at an external broker: 1 or 0',
    ({ accounts }) => accounts && Number(accounts.obstacle === null),
  )
  brokerGauge(
    'accounts_missing',
    'Controllers that an external broker has no account of',
    ({ accounts }) => accounts?.missing ?? null,
  )

  exposeGauge(
    metrics,
    {
      name: 'ohmstead_broker_node_reachable',
      help: 'Whether sessions find an answer at this address of an external broker: 1 or 0',
      labelNames: ['node'],
    },
    () =>
      (options.findBroker()?.nodes ?? []).map(
        ({ node, isReachable }) => [{ node }, Number(isReachable)] as const,
      ),
  )

  for (const name of ['ohmstead_link_refused_total', 'ohmstead_ingest_commit_seconds'])
    metrics.removeSingleMetric(name)
  const refused = new Counter({
    name: 'ohmstead_link_refused_total',
    help: 'What the link refused',
    labelNames: ['reason'],
    registers: [metrics],
  })
  const commits = new Histogram({
    name: 'ohmstead_ingest_commit_seconds',
    help: 'Time of a transaction that stores a batch of readings',
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })

  function count(message: IncomingMessage, outcome: Outcome): void {
    // Only what came through a broker is acknowledged by a message.
    const source = message.wantsAck ? broker : 'http'
    const kind = /\/(data|history)$/.exec(message.topic)?.[1] ?? 'other'
    const key = `${source} ${kind} ${outcome.state}`
    let counted = counts.get(key)
    if (!counted) {
      counted = { source, kind, state: outcome.state, messages: 0, samples: 0 }
      counts.set(key, counted)
    }
    counted.messages += 1
    counted.samples += outcome.storedSamples
  }

  return {
    refused,
    countStored: () =>
      [...counts.values()].reduce(
        (sum, { kind, state, messages }) => (state === 'stored' && kind !== 'other' ? sum + messages : sum),
        0,
      ),
    noteCommit: (seconds: number) => commits.observe(seconds),
    countMessages:
      (receive: (message: IncomingMessage) => Promise<Outcome>) =>
      async (message: IncomingMessage): Promise<Outcome> => {
        const outcome = await receive(message)
        count(message, outcome)
        return outcome
      },
  }
}
