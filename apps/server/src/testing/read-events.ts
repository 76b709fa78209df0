import { type LiveEvents, liveEvents } from '@ohmstead/contract/live-events'

type Name = keyof LiveEvents
interface Seen {
  name: Name
  data: LiveEvents[Name]
}

export interface EventReader {
  /** The next event of this name that matches, already received or to come; rejects if the stream ends first. */
  next<N extends Name>(name: N, fits?: (data: LiveEvents[N]) => boolean): Promise<LiveEvents[N]>
  /** Everything received that was not consumed. */
  seen: Seen[]
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Opens `GET /live` as a browser's event source does. */
export async function openLive(
  url: string,
  cookie: string,
  locations: readonly number[],
  alarms: 'named' | 'all' = 'named',
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/live?locations=${locations.join(',')}&alarms=${alarms}`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: abort.signal,
  })
  if (!response.ok) throw new Error(`GET /live answered ${response.status}`)
  const seen: Seen[] = []
  let isOver = false
  let failure: unknown
  let wake = () => {}
  const ended = (async () => {
    let text = ''
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const parts = (text + chunk).split('\n\n')
        text = parts.pop()!
        for (const part of parts) {
          const name = /^event: (.*)$/m.exec(part)?.[1]
          if (name && name !== 'beat') seen.push(decode(name, /^data: (.*)$/m.exec(part)![1]!))
        }
        wake()
      }
    } catch (error) {
      if (!abort.signal.aborted) failure = error
    }
    isOver = true
    wake()
  })()
  return {
    seen,
    ended,
    next: async (name, fits = () => true) => {
      for (;;) {
        const index = seen.findIndex((event) => event.name === name && fits(event.data as never))
        if (index >= 0) return seen.splice(index, 1)[0]!.data as never
        if (isOver) throw new Error(`the stream ended without ${name}`, { cause: failure })
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => abort.abort(),
  }
}

/** Every event must conform to the contract, and thus to openapi.json. */
function decode(name: string, json: string): Seen {
  const schema = liveEvents[name as Name]
  return { name: name as Name, data: schema.strict().parse(JSON.parse(json)) }
}
