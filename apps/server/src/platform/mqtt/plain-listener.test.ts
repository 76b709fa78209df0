import { expect, onTestFinished, test } from 'vitest'
import { startPlainListener } from './plain-listener.ts'

const door = { admit: () => true, accept: () => {} }

test('a port that somebody else holds is told of', async () => {
  const first = await startPlainListener({ host: '127.0.0.1', port: 0 }, door)
  onTestFinished(first.close)
  const second = startPlainListener({ host: '127.0.0.1', port: first.port }, door)
  await expect(second).rejects.toThrow('EADDRINUSE')
  expect(first.isListening()).toBe(true)
})
