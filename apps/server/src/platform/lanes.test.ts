import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

interface Due {
  owner: number | null
  name: string
}

/** Lanes over what is due, whose sends end when they are told to. */
function createWorld(due: Due[]) {
  const sending = new Map<string, () => void>()
  const errors: string[] = []
  const lanes = createLanes(
    async (except) => {
      const at = due.findIndex(({ owner }) => owner === null || !except.includes(owner))
      if (at < 0) return null
      const [{ owner, name }] = due.splice(at, 1) as [Due]
      return {
        ownerId: owner,
        send: () =>
          new Promise<void>((resolve) => sending.set(name, resolve)).finally(() => sending.delete(name)),
      }
    },
    ({ message }) => errors.push(message),
  )
  return { lanes, sending, errors, turn: () => new Promise((resolve) => setImmediate(resolve)) }
}
const many = (owner: number | null, count: number) =>
  Array.from({ length: count }, (_, at) => ({ owner, name: `${owner}-${at}` }))

test('whose receivers are all slow keeps nobody else waiting', async () => {
  const { lanes, sending, turn } = createWorld([...many(1, 20), ...many(2, 1), ...many(null, 3)])
  const done = lanes.sendDue()
  await turn()
  expect([...sending.keys()]).toEqual(['1-0', '1-1', '2-0', 'null-0', 'null-1', 'null-2'])
  sending.get('1-1')!()
  await turn()
  expect([...sending.keys()]).toContain('1-2')
  const closed = lanes.close()
  for (const end of [...sending.values()]) end()
  await Promise.all([done, closed])
})

test('there are eight at once, and all that is due is sent', async () => {
  const due = Array.from({ length: 30 }, (_, at) => ({ owner: at, name: `n${at}` }))
  const { lanes, sending, errors, turn } = createWorld(due)
  let isDone = false
  const done = lanes.sendDue().then(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) {
    await turn()
    most = Math.max(most, sending.size)
    for (const end of [...sending.values()]) end()
  }
  await done
  expect(most).toBe(8)
  expect(due).toEqual([])
  expect(errors).toEqual([])
})

test('after a look that failed the next one sends', async () => {
  let isBroken = true
  const errors: string[] = []
  const sent: number[] = []
  const lanes = createLanes(
    async () => {
      if (isBroken) throw new Error('away')
      return sent.length > 0 ? null : { ownerId: 1, send: async () => void sent.push(1) }
    },
    ({ message }) => errors.push(message),
  )
  await lanes.sendDue()
  isBroken = false
  await lanes.sendDue()
  expect({ errors, sent }).toEqual({ errors: ['away'], sent: [1] })
})
