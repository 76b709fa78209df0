import { expect, test } from 'vitest'
import { createBrokerTrouble } from './broker-trouble.ts'

function startLog() {
  const lines: unknown[] = []
  const write = (...line: unknown[]) => void lines.push(...line.filter((part) => typeof part === 'object'))
  let time = 0
  const log = { warn: write, info: () => void lines.push('answers') }
  const trouble = createBrokerTrouble(log as never, () => time)
  return {
    trouble,
    wait: (milliseconds: number) => {
      time += milliseconds
    },
    take: () => lines.splice(0),
  }
}
const away = new Error('connect ECONNREFUSED')

test('many sessions that cannot reach the broker produce one line a minute', () => {
  const { trouble, wait, take } = startLog()
  for (let session = 0; session < 33; session++) trouble.note(away)
  expect(take()).toEqual([{ reason: away.message, unlogged: 0 }])
  wait(59_999)
  trouble.note(away)
  expect(take()).toEqual([])
  wait(1)
  trouble.note(away)
  expect(take()).toEqual([{ reason: away.message, unlogged: 33 }])
})

test('a new reason is logged at once, and so is its end, once', () => {
  const { trouble, take } = startLog()
  trouble.end()
  expect(take()).toEqual([])
  trouble.note(away)
  trouble.note(new Error('Not authorized'))
  expect(take()).toHaveLength(2)
  trouble.end()
  trouble.end()
  expect(take()).toEqual(['answers'])
  trouble.note(away)
  expect(take()).toEqual([{ reason: away.message, unlogged: 0 }])
})
