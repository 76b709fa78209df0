import { apiAddress } from '../../lib/call.ts'
import { createLiveHub, type LiveHub, type TabMessage } from './live-hub.ts'
import { createLiveSource, type EventStream } from './live-source.ts'

const name = 'ohmstead-live'
let hub: LiveHub | null = null

/** This tab's part of the browser's one live connection; created on first use. */
export function getLiveHub(): LiveHub {
  if (hub) return hub
  const shared = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const channel = shared ? new BroadcastChannel(name) : null
  const created = createLiveHub({
    tab: crypto.randomUUID?.() ?? String(Math.random()),
    channel: channel && { post: (message) => channel.postMessage(message), close: () => channel.close() },
    createSource: (onMessage, onConnection, onSign) =>
      createLiveSource({
        open: (path) => new EventSource(apiAddress(path), { withCredentials: true }) as EventStream,
        onMessage,
        onConnection,
        onSign,
        setTimer: (run, delayMs) => setTimeout(run, delayMs),
        clearTimer: (timer) => clearTimeout(timer as number),
        random: Math.random,
      }),
    lead: shared ? leadByLock : leadAlone,
    setTimer: (run, delayMs) => setTimeout(run, delayMs),
    clearTimer: (timer) => clearTimeout(timer as number),
  })
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => created.receive(event.data))
  window.addEventListener('offline', created.noteSilence)
  hub = created
  return created
}

/** Ends the connection of this tab, as at sign-out; the next use opens it again. */
export function closeLiveHub(): void {
  if (hub) window.removeEventListener('offline', hub.noteSilence)
  hub?.close()
  hub = null
}

function leadByLock(onLead: () => void): () => void {
  const abort = new AbortController()
  let release: (() => void) | null = null
  navigator.locks
    .request(name, { signal: abort.signal }, () => {
      onLead()
      return new Promise<void>((resolve) => {
        release = resolve
      })
    })
    .catch(() => {
      // Abandoned while waiting in the queue: another tab leads.
    })
  return () => {
    if (release) release()
    else abort.abort()
  }
}

function leadAlone(onLead: () => void): () => void {
  onLead()
  return () => {}
}
