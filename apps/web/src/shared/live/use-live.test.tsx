import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeLiveHub } from './browser-live-hub.ts'
import { useLive } from './use-live.ts'

/** The server's end of the event streams that this browser opens. */
class FakeStream {
  static opened: FakeStream[] = []
  readonly url: string
  isClosed = false
  readonly listeners = new Map<string, (event: { data?: string }) => void>()
  constructor(url: string) {
    this.url = url
    FakeStream.opened.push(this)
  }
  addEventListener(type: string, listener: (event: { data?: string }) => void) {
    this.listeners.set(type, listener)
  }
  close() {
    this.isClosed = true
  }
  send(type: string, data: unknown) {
    this.listeners.get(type)?.({ data: JSON.stringify(data) })
  }
}
const open = () => FakeStream.opened.filter(({ isClosed }) => !isClosed).map(({ url }) => url)

beforeEach(() => {
  FakeStream.opened = []
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  closeLiveHub()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Alarms({ locationId }: { locationId: number | null }) {
  const { unseenAlarms, connection } = useLive(locationId)
  return <p>{`${connection} ${unseenAlarms}`}</p>
}

test('a page shows live values while it is open, and releases its location some time after it is left', () => {
  const { unmount } = render(<Alarms locationId={7} />)
  expect(open()).toEqual(['/api/live?locations=7'])
  act(() => FakeStream.opened[0]!.send('open', null))
  act(() => FakeStream.opened[0]!.send('alarms', { location_id: 7, count: 4, unseen: 3 }))
  expect(screen.getByText('open 3')).toBeTruthy()
  unmount()
  vi.advanceTimersByTime(9_000)
  expect(open()).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  expect(open()).toEqual([])
})

test('navigating to another location releases the previous one', () => {
  const { rerender } = render(<Alarms locationId={7} />)
  rerender(<Alarms locationId={8} />)
  expect(open()).toEqual(['/api/live?locations=7,8'])
  vi.advanceTimersByTime(11_000)
  expect(open()).toEqual(['/api/live?locations=8'])
})

test('without a location nothing is requested', () => {
  render(<Alarms locationId={null} />)
  expect(FakeStream.opened).toEqual([])
  expect(screen.getByText(/^connecting/)).toBeTruthy()
})
