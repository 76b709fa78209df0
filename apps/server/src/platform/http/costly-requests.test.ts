import { expect, test } from 'vitest'
import { createCostlyRequests } from './costly-requests.ts'

const [ana, bor] = [1, 2]
const { signal: stays } = new AbortController()

test('a second document of one person waits for the first; other people do not', async () => {
  const costly = createCostlyRequests()
  const leave = await costly.enter(ana, 100, stays)
  const order: string[] = []
  const second = costly.enter(ana, 100, stays).then((done) => {
    order.push('second')
    done()
  })
  const other = await costly.enter(bor, 100, stays)
  order.push('other')
  other()
  leave()
  leave()
  await second
  expect(order).toEqual(['other', 'second'])
})

test('calculations and documents do not wait for each other', async () => {
  const costly = createCostlyRequests()
  const entered = [100, 10, 10, 10, 10].map((cost) => costly.enter(ana, cost as 10 | 100, stays))
  expect(await Promise.all(entered)).toHaveLength(5)
})

test('the queue of one person is bounded, and further requests are told when to retry', async () => {
  const costly = createCostlyRequests()
  await costly.enter(ana, 100, stays)
  for (let waiting = 0; waiting < 10; waiting++) void costly.enter(ana, 100, stays)
  await expect(costly.enter(ana, 100, stays)).rejects.toMatchObject({
    code: 'server_busy',
    retryAfterSeconds: 10,
  })
  await costly.enter(bor, 100, stays)
})

test('a disconnected caller leaves the queue, and the next one moves up', async () => {
  const costly = createCostlyRequests()
  const leave = await costly.enter(ana, 100, stays)
  const gone = new AbortController()
  const dropped = costly.enter(ana, 100, gone.signal)
  const next = costly.enter(ana, 100, stays)
  gone.abort(new Error('gone'))
  await expect(dropped).rejects.toThrow('gone')
  leave()
  ;(await next)()
  await expect(costly.enter(ana, 100, gone.signal)).rejects.toThrow('gone')
  ;(await costly.enter(ana, 100, stays))()
})
