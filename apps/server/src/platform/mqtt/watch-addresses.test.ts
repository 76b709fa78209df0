import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBrokerAddresses } from './broker-addresses.ts'
import { watchAddresses } from './watch-addresses.ts'

test('an address that failed is asked until it answers again; one that works is left alone', async () => {
  let callers = 0
  const node = createServer((socket) => {
    callers++
    socket.destroy()
  })
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo
  node.close()
  await once(node, 'close')
  const address = `mqtts://127.0.0.1:${port}`
  const addresses = createBrokerAddresses([address])
  const rounds: boolean[] = []
  const watched = {
    ...addresses,
    list: () => {
      const all = addresses.list()
      rounds.push(all[0]!.isReachable)
      return all
    },
  }
  addresses.noteFailure(address)
  const watch = watchAddresses(watched, 5)
  onTestFinished(watch.close)
  await expect.poll(() => rounds.length).toBeGreaterThan(5)
  expect(rounds).not.toContain(true)

  node.listen(port, '127.0.0.1')
  onTestFinished(() => void node.close())
  await expect.poll(() => rounds.at(-1)).toBe(true)
  const answered = callers
  const until = rounds.length + 5
  await expect.poll(() => rounds.length).toBeGreaterThan(until)
  // One question may have been under way with the first answer.
  expect(callers - answered).toBeLessThanOrEqual(1)
  watch.close()
})
