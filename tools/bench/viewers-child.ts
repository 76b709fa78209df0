import { connect } from 'node:net'
import process from 'node:process'

// Many browsers in one process: each holds an event stream open, and takes the time of every event's newest reading.

export interface ViewersTask {
  port: number
  viewers: { token: string; locationId: number }[]
}
export type ViewersNews =
  | { t: 'open' }
  | { t: 'events'; count: number; delays: number[] }
  | { t: 'failed'; reason: string }

const openAtOnce = 100
const reading = /"grid\/power":\[(\d+),/g
let delays: number[] = []
let isMeasuring = false

const tell = (news: ViewersNews) => process.send!(news)

/** Resolves with the first event. */
function open(port: number, { token, locationId }: ViewersTask['viewers'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(
      `GET /api/live?locations=${locationId} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ohmstead=${token}\r\nAccept: text/event-stream\r\n\r\n`,
    )
    socket.on('error', reject)
    socket.on('close', () => tell({ t: 'failed', reason: 'the server ended a stream' }))
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (text.includes('event: latest')) resolve()
      else if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text))
      if (!isMeasuring) return
      const arrived = Date.now()
      for (const [, ts] of text.matchAll(reading)) delays.push(arrived - Number(ts))
    })
  })
}

process.on('message', async (message: ViewersTask | 'start' | 'stop') => {
  if (message === 'start') {
    delays = []
    isMeasuring = true
  } else if (message === 'stop') {
    isMeasuring = false
    tell({ t: 'events', count: delays.length, delays })
  } else {
    try {
      const left = [...message.viewers]
      const openNext = async () => {
        for (let viewer = left.pop(); viewer; viewer = left.pop()) await open(message.port, viewer)
      }
      await Promise.all(Array.from({ length: openAtOnce }, openNext))
      tell({ t: 'open' })
    } catch (error) {
      tell({ t: 'failed', reason: String(error) })
    }
  }
})
