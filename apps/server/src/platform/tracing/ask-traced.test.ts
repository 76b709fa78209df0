import { expect, onTestFinished, test } from 'vitest'
import { askTraced } from './ask-traced.ts'
import { type Attributes, type SpanStart, setTracer } from './trace.ts'

/** What leaves the process of the spans of a test. */
function record() {
  const spans: (SpanStart & { set: Attributes; isFailed: boolean; isEnded: boolean })[] = []
  setTracer({
    open: (start) => {
      const span = { ...start, set: {}, isFailed: false, isEnded: false }
      spans.push(span)
      return {
        set: (attributes) => Object.assign(span.set, attributes),
        fail: () => {
          span.isFailed = true
        },
        end: () => {
          span.isEnded = true
        },
        enter: (work) => work(),
      }
    },
    current: () => null,
    bind: (work) => work,
  })
  onTestFinished(() => setTracer(null))
  return spans
}

const url = 'https://weather.example/v1/forecast?latitude=46.05&key=secret'

test('a question to another service names its host, and neither its path nor what was asked', async () => {
  const spans = record()
  await askTraced('weather', url, async () => new Response('fine'))
  expect(spans).toEqual([
    {
      ...{ name: 'ask weather', kind: 'client', isFailed: false, isEnded: true },
      attributes: { 'peer.service': 'weather', 'server.address': 'weather.example' },
      set: { 'http.response.status_code': 200 },
    },
  ])
})

test('one that is answered by an error of the service, or not at all, has failed and ends', async () => {
  const spans = record()
  await askTraced('weather', url, async () => new Response('', { status: 503 }))
  await askTraced('weather', url, async () => new Response('', { status: 404 }))
  await expect(askTraced('weather', url, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(spans.map(({ isFailed, isEnded }) => [isFailed, isEnded])).toEqual([
    [true, true],
    [false, true],
    [true, true],
  ])
})
