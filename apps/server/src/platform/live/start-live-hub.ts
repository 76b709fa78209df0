import type {
  AlarmsEvent,
  ControllerEvent,
  JobEvent,
  LatestEvent,
  LiveNotice,
} from '@ohmstead/contract/live-events'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { createAlarmCounts } from './alarm-counts.ts'
import type { EventStream } from './event-stream.ts'
import { createLatestFeed, type LatestValues } from './latest-feed.ts'

/** Where the hub reads the values that notices only point to. */
export interface LiveReaders {
  findLatest(locationIds: readonly number[]): Promise<ReadonlyMap<number, LatestValues>>
  /** A location without open alarms may be omitted. */
  countAlarms(
    locationIds: readonly number[],
  ): Promise<ReadonlyMap<number, Pick<AlarmsEvent, 'count' | 'unseen'>>>
  /** Which of the locations each stream may see, in one query for all. */
  findVisible(
    connections: readonly LiveConnection[],
    locationIds: readonly number[],
  ): Promise<ReadonlySet<number>[]>
  /** Authorises streams again, all in few queries: what each may still see, or null if its session has ended. */
  findRights(
    connections: readonly LiveConnection[],
  ): Promise<({ actor: Actor; locationIds: ReadonlySet<number> } | null)[]>
}

/** One browser's stream and what it may see; the feature that opens it decides both. */
export interface LiveConnection {
  stream: EventStream
  /** Of the session. */
  token: string
  /** As of the last check; it is always the same person. */
  actor: Actor
  /** The locations that it asked for, whether visible or not. */
  requested: readonly number[]
  locationIds: ReadonlySet<number>
  /** Also those of locations that it did not ask for, as far as the person sees them. */
  hearsAllAlarms: boolean
  maySeeJob(notice: LiveNotice & { t: 'job' }): boolean
}

export interface LiveHub {
  /** Whether this person may open one more stream. */
  hasRoom(userId: number): boolean
  add(connection: LiveConnection): void
  remove(connection: LiveConnection): void
  /** The reader has caught up after events were dropped. */
  resync(connection: LiveConnection): void
  /** Called when a location gets its first watcher in this process and when the last one has gone. */
  onWatched(listener: (locationId: number, isWatched: boolean) => void): void
  /** Streams and watched locations now; events since the start of this process. */
  findCounts(): { streams: number; locations: number; events: number }
  /** Ends all streams and accepts no more: browsers reconnect to another process. */
  endStreams(): void
  close(): Promise<void>
}

/** Twice as often as the silence after which a page assumes a lost connection. */
const beatMs = 1000
const recheckMs = 15_000
/** More locations at once are told as one: pages fetch again what they show. */
const mostToldSingly = 100
/** Streams that are authorised again by the same queries. */
const checkedTogether = 500
/**
 * Streams per person. One more is refused: if it ended another instead, that one would come back and end the next,
 * endlessly.
 */
export const mostStreamsPerUser = 30

/**
 * The live side of one process: listens to the database's `live` channel, reads the values of watched locations and
 * pushes changes to the streams that may see them. Notices contain only ids and may be lost, so watched locations are
 * also read every quarter of a minute; a stream has no queries of its own.
 */
export async function startLiveHub({
  db,
  log,
  readers,
}: {
  db: Db
  log: Logger
  readers: LiveReaders
}): Promise<LiveHub> {
  const connections = new Map<LiveConnection, Set<number>>()
  const watchers = new Map<number, Set<LiveConnection>>()
  const ofPerson = new Map<number, Set<LiveConnection>>()
  let isEnding = false
  let isRefreshing = false
  let events = 0
  const watchListeners: ((locationId: number, isWatched: boolean) => void)[] = []
  const complain = (error: unknown) => log.warn({ err: error }, 'live values could not be read')

  const feed = createLatestFeed({
    findLatest: readers.findLatest,
    onError: complain,
    onChange: (event) => sendTo(watchers.get(event.location_id), 'latest', event satisfies LatestEvent),
  })

  function sendTo(streams: Iterable<LiveConnection> | undefined, name: string, event: object) {
    if (!streams) return
    const json = JSON.stringify(event)
    for (const { stream } of streams) if (stream.send(name, json)) events += 1
  }

  const sendAlarms = createAlarmCounts<LiveConnection>({
    read: readers.countAlarms,
    onError: complain,
    send: (event, to) => sendTo(to === 'everybody' ? watchers.get(event.location_id) : to, 'alarms', event),
  })

  function hear(payload: string) {
    const notice = JSON.parse(payload) as LiveNotice
    switch (notice.t) {
      case 'latest':
        return feed.mark(notice.l.filter((id) => watchers.has(id)))
      case 'alarms':
        sendAlarms(
          notice.l.filter((id) => watchers.has(id)),
          'everybody',
        )
        return void tellFleets(notice.l).catch(complain)
      case 'controller': {
        const event: ControllerEvent = {
          controller_id: notice.c,
          location_id: notice.l,
          online: notice.online,
        }
        return sendTo(watchers.get(notice.l), 'controller', event)
      }
      case 'job':
        return sendTo(
          [...connections.keys()].filter((connection) => connection.maySeeJob(notice)),
          'job',
          { id: notice.id } satisfies JobEvent,
        )
      case 'access':
        return void recheck([...(ofPerson.get(notice.user) ?? [])])
    }
  }

  /** Alarms of locations that nobody asked for by name, to those who look at many. */
  async function tellFleets(locationIds: readonly number[]) {
    const fleets = [...connections.keys()].filter(({ hearsAllAlarms }) => hearsAllAlarms)
    if (fleets.length === 0) return
    if (locationIds.length > mostToldSingly) return sendTo(fleets, 'resync', {})
    const visible = await readers.findVisible(fleets, locationIds)
    for (const [index, connection] of fleets.entries()) {
      const watched = connections.get(connection)
      // It may have ended meanwhile.
      if (watched)
        sendAlarms(
          [...visible[index]!].filter((id) => !watched.has(id)),
          connection,
        )
    }
  }

  function watch(connection: LiveConnection, locationId: number) {
    const known = watchers.get(locationId)
    if (known) known.add(connection)
    else {
      watchers.set(locationId, new Set([connection]))
      for (const listener of watchListeners) listener(locationId, true)
    }
  }

  function unwatch(connection: LiveConnection, locationId: number) {
    const known = watchers.get(locationId)
    if (!known?.delete(connection) || known.size > 0) return
    watchers.delete(locationId)
    feed.forget(locationId)
    for (const listener of watchListeners) listener(locationId, false)
  }

  /** The complete state of the stream: now where it is known, else with the next read. */
  function sendAll(connection: LiveConnection, locationIds: ReadonlySet<number>) {
    const unknown: number[] = []
    for (const id of locationIds) {
      const event = feed.current(id)
      if (event) sendTo([connection], 'latest', event)
      else unknown.push(id)
    }
    feed.mark(unknown)
    sendAlarms(locationIds, connection)
  }

  async function recheck(some: readonly LiveConnection[]) {
    for (let start = 0; start < some.length; start += checkedTogether) {
      const checked = some.slice(start, start + checkedTogether)
      try {
        const rights = await readers.findRights(checked)
        for (const [index, connection] of checked.entries()) applyRights(connection, rights[index]!)
      } catch (error) {
        complain(error)
      }
    }
  }

  function applyRights(
    connection: LiveConnection,
    rights: { actor: Actor; locationIds: ReadonlySet<number> } | null,
  ) {
    const watched = connections.get(connection)
    if (!watched) return
    if (!rights) return hub.remove(connection)
    connection.actor = rights.actor
    for (const id of watched) {
      if (rights.locationIds.has(id)) continue
      watched.delete(id)
      unwatch(connection, id)
    }
  }

  /** Everything that a lost notice may have left behind, for all streams together. */
  async function refresh() {
    feed.mark([...watchers.keys()])
    if (isRefreshing) return
    isRefreshing = true
    await recheck([...connections.keys()])
    isRefreshing = false
  }

  const hub: LiveHub = {
    hasRoom: (userId) => (ofPerson.get(userId)?.size ?? 0) < mostStreamsPerUser,
    add: (connection) => {
      if (isEnding) return connection.stream.close()
      connections.set(connection, new Set(connection.locationIds))
      const { userId } = connection.actor
      ofPerson.set(userId, (ofPerson.get(userId) ?? new Set()).add(connection))
      for (const id of connection.locationIds) watch(connection, id)
      sendAll(connection, connection.locationIds)
    },
    remove: (connection) => {
      const watched = connections.get(connection)
      if (!watched) return
      connections.delete(connection)
      const own = ofPerson.get(connection.actor.userId)
      if (own?.delete(connection) && own.size === 0) ofPerson.delete(connection.actor.userId)
      for (const id of watched) unwatch(connection, id)
      connection.stream.close()
    },
    resync: (connection) => {
      const watched = connections.get(connection)
      if (!watched) return
      sendTo([connection], 'resync', {})
      sendAll(connection, watched)
    },
    onWatched: (listener) => void watchListeners.push(listener),
    findCounts: () => ({ streams: connections.size, locations: watchers.size, events }),
    endStreams: () => {
      isEnding = true
      for (const connection of [...connections.keys()]) hub.remove(connection)
    },
    close: async () => {
      clearInterval(beating)
      clearInterval(rechecking)
      feed.close()
      hub.endStreams()
      await stopListening()
    },
  }

  const stopListening = await db.listen('live', (payload) => {
    try {
      hear(payload)
    } catch (error) {
      complain(error)
    }
  })
  const beating = setInterval(() => {
    for (const { stream } of connections.keys()) stream.beat()
  }, beatMs)
  const rechecking = setInterval(() => void refresh(), recheckMs)
  beating.unref()
  rechecking.unref()
  return hub
}
