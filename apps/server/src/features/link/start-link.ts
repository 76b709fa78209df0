import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import { isLoopback } from '../../platform/is-loopback.ts'
import { startEmbeddedBroker } from '../../platform/mqtt/embedded-broker.ts'
import { connectExternalBroker } from '../../platform/mqtt/external-broker.ts'
import type { LinkEndpoint, LinkTransport } from '../../platform/mqtt/link-transport.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { inSpan } from '../../platform/tracing/trace.ts'
import { startLatestNotices } from '../telemetry/latest-notices.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import { createConnectivity } from './connectivity.ts'
import { markAllOffline } from './connectivity-queries.ts'
import { createControllerCache } from './controller-cache.ts'
import { createCredentialCheck } from './credential-check.ts'
import { ownMessage } from './foreign/foreign-messages.ts'
import type { Link } from './link.ts'
import type { LinkContext } from './link-context.ts'
import { type LinkNotice, linkChannel, notifyLink } from './link-notices.ts'
import { findActiveSerials, findBrokerAccounts } from './link-queries.ts'
import { sweepLink } from './link-sweep.ts'
import { measureLink } from './measure-link.ts'
import { createMessageWatch, messageWatchMs } from './message-watch.ts'
import { createPlans } from './plans.ts'
import { createIngestQueue } from './readings/ingest-queue.ts'
import { storeBatch } from './readings/store-batch.ts'
import { createRealtime } from './realtime.ts'
import { createMessageReceiver } from './receive-message.ts'
import { createRefusalLog } from './refusal-log.ts'
import { createSessionEnd } from './session-end.ts'
import { createWaitingRoom } from './waiting/keep-waiting.ts'
import { createWaitingStore } from './waiting/store-waiting.ts'

// Anything longer is invalid; input of strangers must not cost memory.

type LinkDeps = Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'settings' | 'metrics'> &
  Pick<LinkContext, 'finisher'>

/** Starts the controllers' side of the server: broker, ingest, connectivity, sweep. */
export async function startLink(deps: LinkDeps): Promise<Link> {
  const { clock, settings, metrics } = deps
  const log = deps.log.child({ part: 'link' })
  const db = deps.db.at('ingest')
  const closing = new AbortController()
  const cache = createControllerCache(db, clock)
  const measured = measureLink(metrics, {
    settings,
    findWaiting: () => queue.sizes(),
    findBroker: () => transport?.findState() ?? null,
  })
  const refusals = createRefusalLog(db, clock, log, measured.refused)
  const latest = startLatestNotices({ db, log })
  let transport: LinkTransport | null = null

  const base = {
    db,
    clock,
    log,
    settings,
    cache,
    finisher: deps.finisher,
    latest,
    transport: () => transport!,
    refuse: refusals.add,
    noteCommit: measured.noteCommit,
    isClosing: () => closing.signal.aborted,
    pause: (milliseconds: number) => pause(milliseconds, closing.signal),
  }
  const realtime = createRealtime(base)
  const plans = createPlans(base)
  const connectivity = createConnectivity(base, { online: realtime.handleOnline, plan: plans.ask })
  const { touch, noteClock } = connectivity
  const waitingRoom = createWaitingRoom(base)
  const context: LinkContext = { ...base, touch, noteClock, waitingRoom }
  const queue = createIngestQueue({
    lanes: db.kind === 'postgres' ? 2 : 1,
    store: (batch) =>
      inSpan(
        () => ({ name: 'ingest batch', attributes: { 'ohmstead.messages': batch.length }, isRoot: true }),
        () => storeBatch(context, batch),
      ),
  })
  const acknowledgements = createAcknowledgements(clock, (serial, ack) => {
    transport?.publish(serial, 'ack', JSON.stringify(ack))
  })
  const watch = createMessageWatch({ db, clock, log })
  const { receiveMessage, foreign } = createMessageReceiver({
    context,
    queue,
    acknowledgements,
    connectivity,
  })
  const receive = measured.countMessages(watch.notingMessages(receiveMessage))
  const refuse: LinkEndpoint['refuse'] = (serial, reason, detail) => {
    refusals.add(serial, reason, detail)
    watch.noteRefusal(serial, reason, detail)
  }
  const waitingStore = createWaitingStore(base, receiveMessage)

  const credentials = createCredentialCheck(base, refuse)
  const noteSessionEnd = createSessionEnd(base, {
    isConnected: (serial) => transport?.isConnected(serial) === true,
    end: connectivity.handleSessionEnd,
  })
  const endpoint: LinkEndpoint = {
    receive: async (message) => void (await receive(message)),
    authenticate: credentials.check,
    refuse,
    handleSessionEnd: (serial) => void noteSessionEnd(serial),
    findSerials: () => findActiveSerials(db),
    handleReady: (serial) => {
      notifyLink(db, { t: 'ready', serial }).catch((error) =>
        log.warn({ err: error }, 'a notice could not be sent'),
      )
    },
    findAccounts: () => findBrokerAccounts(db),
  }

  const readiness = new Map<string, () => void>()
  const stopListening = await deps.db.listen(linkChannel, (payload) => {
    const notice = JSON.parse(payload) as LinkNotice
    if (notice.t === 'publish') return publish(notice)
    if (notice.t === 'watch') return watch.expect(notice.serial, notice.until)
    if (notice.t === 'ready') return void readiness.get(notice.serial)?.()
    cache.changed(notice.serial)
    if (notice.t === 'changed') return
    foreign.forget(notice.serial)
    if (notice.t === 'mapping') return
    foreign.endConnections(notice.serial)
    credentials.changed(notice.serial)
    transport?.refresh(notice.serial)
    // An embedded broker has ended the old sessions by now; an external one is updated first, and reports when it is ready.
    if (settings.mqttUrls.length === 0) readiness.get(notice.serial)?.()
  })

  /** Every process sees it; the one that has the session of the controller, or talks with its devices, sends it. */
  function publish({ serial, kind, payload }: Extract<LinkNotice, { t: 'publish' }>): void {
    transport?.publish(serial, kind, payload)
    if (kind !== 'cmd') return
    foreign
      .command(serial, JSON.parse(payload) as CommandMessage)
      .catch((error) => log.warn({ err: error, serial }, 'a command to a foreign device failed'))
  }

  // An embedded broker starts without sessions; an external one has kept them, as its retained messages show.
  if (settings.mqttUrls.length === 0) await markAllOffline(db, clock.now())
  transport = await connectTransport({ deps: { ...deps, log }, endpoint })

  const tick = setInterval(() => void flush(false), 1000).unref()
  const sweep = setInterval(() => void runSweep(), 30_000).unref()
  const foreignTick = setInterval(() => {
    foreign
      .tick(clock.now())
      .catch((error) => log.warn({ err: error }, 'foreign devices were not attended to'))
  }, 5000).unref()

  async function flush(isEverything: boolean): Promise<void> {
    try {
      await refusals.flush()
      await connectivity.flush(isEverything)
      await watch.flush()
    } catch (error) {
      log.warn({ err: error }, 'signs of life could not be written')
    }
  }
  async function runSweep(): Promise<void> {
    try {
      await sweepLink(deps.db, clock.now(), settings.rawRetentionDays)
      await waitingStore.storeLeft()
    } catch (error) {
      log.warn({ err: error }, 'the sweep of the link failed')
    }
  }

  return {
    mqttPort: transport.port,
    mqttTlsPort: transport.tlsPort,
    acceptMqtt: transport.accept,
    handle: receive,
    openForeign: (serial, speaker, end) => {
      const connection = foreign.open(serial, speaker, end)
      const topic = `ems/v1/${serial}/ext/${speaker.adapter.kind}`
      const receiveFrame = measured.countMessages(
        watch.notingMessages((message) => connection.receive(message.payload)),
      )
      return {
        ...connection,
        receive: (payload) => receiveFrame({ ...ownMessage(serial, clock.now()), topic, payload }),
      }
    },
    refuse: (serial, reason, detail, count) => {
      refusals.add(serial, reason, detail, count)
      watch.noteRefusal(serial, reason, detail)
    },
    watchMessages: async (serial) => {
      const now = clock.now()
      // The pages of several people, or one that asks every second, cost one notice in a while.
      if (watch.until(serial) > now + messageWatchMs / 2) return
      await notifyLink(deps.db, { t: 'watch', serial, until: now + messageWatchMs })
    },
    setBrokerPassword: (serial, password) => transport!.setPassword(serial, password),
    removeBrokerPassword: (serial) => transport!.setPassword(serial, null),
    setBrokerPasswords: (accounts) => transport!.setPasswords(accounts),
    removeBrokerPasswords: (serials) => transport!.setPasswords(serials.map((serial) => [serial, null])),
    announceCredentials: async (serial) => {
      const isReady = new Promise<void>((resolve) => readiness.set(serial, resolve))
      await notifyLink(deps.db, { t: 'credentials', serial })
      // If the process that reads this controller is just starting, it need not be waited for.
      await Promise.race([isReady, pause(3000, closing.signal)])
      readiness.delete(serial)
    },
    storeSeen: foreign.storeSeen,
    storeWaiting: waitingStore.store,
    storeLeft: waitingStore.storeLeft,
    setWatched: realtime.setWatched,
    findBrokerState: () => transport!.findState(),
    findCounts: () => ({ stored: measured.countStored(), waiting: queue.size() }),
    flush: () => flush(true),
    close: async () => {
      clearInterval(tick)
      clearInterval(sweep)
      clearInterval(foreignTick)
      realtime.close()
      plans.close()
      closing.abort()
      await queue.close()
      await latest.close()
      await transport?.close()
      await flush(true)
      await stopListening()
    },
  }
}

type ConnectTransport = (options: { deps: LinkDeps; endpoint: LinkEndpoint }) => Promise<LinkTransport>

const connectTransport: ConnectTransport = ({ deps, endpoint }) => {
  const { db, settings, clock, log } = deps
  if (settings.mqttUrls.length > 0) {
    const { mqttUrls: urls, mqttUsername: username, mqttPassword: password, mqttTls: tls } = settings
    const rabbitApi = settings.rabbitApi && { ...settings.rabbitApi, tls }
    return connectExternalBroker({
      ...{ urls, username, password, tls, rabbitApi },
      ...{ db, endpoint, clock, log },
    })
  }
  const { mqttHost: host, mqttPort: port, mqttTlsListener: tls } = settings
  return startEmbeddedBroker({ host, port, tls, isProxy: isLoopback, endpoint, clock, log })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
