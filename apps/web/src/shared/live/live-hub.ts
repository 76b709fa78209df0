import type { LiveConnection, LiveMessage, LiveSource } from './live-source.ts'
import {
  applyAlarms,
  applyController,
  applyLatest,
  type LiveLocation,
  unknownLocation,
} from './live-state.ts'

/** Messages between tabs of one browser. Only the leader has a stream; all others listen to it. */
export type TabMessage =
  | { kind: 'watch'; tab: string; locations: number[] }
  | { kind: 'who' }
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'connection'; connection: LiveConnection }
  | { kind: 'sign' }
  | { kind: 'state'; tab: string; connection: LiveConnection; locations: Record<number, LiveLocation> }

export interface LiveHubOptions {
  tab: string
  /** Null if tabs cannot communicate: then each has its own stream. */
  channel: { post: (message: TabMessage) => void; close: () => void } | null
  createSource: (
    onMessage: (message: LiveMessage) => void,
    onConnection: (connection: LiveConnection) => void,
    onSign: () => void,
  ) => LiveSource
  /** Calls back once this tab leads; the result gives up the lead (or the place in the queue). */
  lead: (onLead: () => void) => () => void
  setTimer: (run: () => void, delayMs: number) => unknown
  clearTimer: (timer: unknown) => void
}

export interface LiveHub {
  /** Watches a location until the returned function is called. */
  watch(locationId: number): () => void
  location(locationId: number): LiveLocation
  connection(): LiveConnection
  subscribe(listener: () => void): () => void
  onMessage(listener: (message: LiveMessage) => void): () => void
  receive(message: TabMessage): void
  /** The browser reports a lost network: nothing is live until the next heartbeat. */
  noteSilence(): void
  close(): void
}

/** A location stays watched this long after its page was left, so that going back and forth opens no new streams. */
const lingerMs = 10_000
/** The leader polls the tabs this often, and forgets those that missed two polls. */
const rollCallMs = 30_000
/** The server is never silent for longer than a second. */
const silenceMs = 2000

function applyMessage(
  before = unknownLocation,
  message: LiveMessage & { name: 'latest' | 'alarms' | 'controller' },
): LiveLocation {
  switch (message.name) {
    case 'latest':
      return applyLatest(before, message.data)
    case 'alarms':
      return applyAlarms(before, message.data)
    case 'controller':
      return applyController(before, message.data)
  }
}

/** One live connection for all tabs: the tab that holds the lock keeps the stream and passes everything on. */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const counts = new Map<number, number>()
  const lingering = new Map<number, unknown>()
  const tabs = new Map<string, { locations: number[]; missed: number }>()
  const listeners = new Set<() => void>()
  const messageListeners = new Set<(message: LiveMessage) => void>()
  let locations: Record<number, LiveLocation> = {}
  let connection: LiveConnection = 'connecting'
  let source: LiveSource | null = null
  let resign: (() => void) | null = null
  let rollCall: unknown = null
  let isSilent = false
  let silence: unknown = null

  const own = () => [...counts.keys(), ...lingering.keys()]
  /** By this tab or another. */
  const isWatched = (id: number) =>
    counts.has(id) || lingering.has(id) || [...tabs.values()].some((tab) => tab.locations.includes(id))
  const tell = () => {
    for (const listener of listeners) listener()
  }

  function handle(message: LiveMessage) {
    if (message.name === 'latest' || message.name === 'alarms' || message.name === 'controller') {
      const id = message.data.location_id
      if (isWatched(id)) locations = { ...locations, [id]: applyMessage(locations[id], message) }
    }
    for (const listener of messageListeners) listener(message)
    tell()
  }

  /** Each tab checks for itself: a leader in the background may be suspended. */
  function noteSign() {
    stopListening()
    silence = options.setTimer(noteSilence, silenceMs)
    if (!isSilent) return
    isSilent = false
    tell()
  }

  function noteSilence() {
    stopListening()
    if (isSilent) return
    isSilent = true
    tell()
  }

  function stopListening() {
    if (silence !== null) options.clearTimer(silence)
    silence = null
  }

  function setConnection(next: LiveConnection) {
    if (next === connection) return
    const returned = next === 'open' && connection === 'lost'
    connection = next
    // The time in between is unknown: components refetch their data.
    if (returned) for (const listener of messageListeners) listener({ name: 'resync', data: {} })
    tell()
  }

  // A page being left still releases its locations after the hub was closed at sign-out.
  let isClosed = false
  function post(message: TabMessage) {
    if (!isClosed) options.channel?.post(message)
  }

  function refresh() {
    if (source) {
      const all = new Set(own())
      for (const tab of tabs.values()) for (const id of tab.locations) all.add(id)
      for (const id of Object.keys(locations)) {
        if (!all.has(Number(id))) {
          const { [Number(id)]: _, ...rest } = locations
          locations = rest
        }
      }
      source.watch([...all])
    } else post({ kind: 'watch', tab: options.tab, locations: own() })
  }

  function takeLead() {
    if (source) return
    source = options.createSource(
      (message) => {
        handle(message)
        post({ kind: 'message', message })
      },
      (next) => {
        setConnection(next)
        post({ kind: 'connection', connection: next })
      },
      () => {
        noteSign()
        post({ kind: 'sign' })
      },
    )
    post({ kind: 'who' })
    const call = () => {
      for (const [name, tab] of tabs) if (++tab.missed > 2) tabs.delete(name)
      refresh()
      post({ kind: 'who' })
      rollCall = options.setTimer(call, rollCallMs)
    }
    rollCall = options.setTimer(call, rollCallMs)
    refresh()
  }

  function join() {
    resign ??= options.lead(takeLead)
    refresh()
  }

  function leave() {
    if (own().length > 0) return refresh()
    source?.close()
    source = null
    if (rollCall !== null) options.clearTimer(rollCall)
    rollCall = null
    stopListening()
    isSilent = false
    tabs.clear()
    locations = {}
    connection = 'connecting'
    resign?.()
    resign = null
    post({ kind: 'watch', tab: options.tab, locations: [] })
  }

  return {
    watch(locationId) {
      const timer = lingering.get(locationId)
      if (timer !== undefined) {
        options.clearTimer(timer)
        lingering.delete(locationId)
      }
      counts.set(locationId, (counts.get(locationId) ?? 0) + 1)
      if (counts.get(locationId) === 1) join()
      let active = true
      return () => {
        if (!active) return
        active = false
        const left = (counts.get(locationId) ?? 1) - 1
        if (left > 0) return void counts.set(locationId, left)
        counts.delete(locationId)
        lingering.set(
          locationId,
          options.setTimer(() => {
            lingering.delete(locationId)
            leave()
          }, lingerMs),
        )
      }
    },
    location: (locationId) => locations[locationId] ?? unknownLocation,
    connection: () => (connection === 'open' && isSilent ? 'silent' : connection),
    noteSilence,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onMessage(listener) {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    receive(message) {
      switch (message.kind) {
        case 'watch': {
          // Followers remember too: a new leader then opens the right stream at once.
          const known = tabs.get(message.tab)
          if (message.locations.length === 0) tabs.delete(message.tab)
          else tabs.set(message.tab, { locations: message.locations, missed: 0 })
          if (!source) return
          refresh()
          const asked = message.locations.some((id) => !known?.locations.includes(id))
          // A tab that comes later missed the complete first event.
          if (asked) post({ kind: 'state', tab: message.tab, connection, locations })
          return
        }
        case 'who':
          if (!source && own().length > 0) refresh()
          return
        case 'message':
          if (!source && own().length > 0) handle(message.message)
          return
        case 'connection':
          if (!source) setConnection(message.connection)
          return
        case 'sign':
          if (!source && own().length > 0) noteSign()
          return
        case 'state':
          if (source || message.tab !== options.tab) return
          locations = { ...locations, ...message.locations }
          setConnection(message.connection)
          tell()
      }
    },
    close() {
      for (const timer of lingering.values()) options.clearTimer(timer)
      lingering.clear()
      counts.clear()
      leave()
      isClosed = true
      options.channel?.close()
    },
  }
}
