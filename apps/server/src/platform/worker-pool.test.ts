import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

const file = new URL('../testing/pool-worker.ts', import.meta.url)
const start = () =>
  createWorkerPool<number, number>(file, {
    reviveError: (told) => new RangeError((told as { message: string }).message),
  })

let pool: WorkerPool<number, number>
afterEach(() => pool.close())

test('answers many more tasks than it has threads, each with its own result', async () => {
  pool = start()
  const tasks = Array.from({ length: 200 }, (_, place) => place + 1)
  expect(await Promise.all(tasks.map((task) => pool.run(task)))).toEqual(tasks)
})

test('lets people go before jobs', async () => {
  pool = start()
  const handOver = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => handOver.mockRestore())
  const jobs = Array.from({ length: 40 }, () => pool.run(1, 'job'))
  await Promise.all([...jobs, pool.run(2)])
  // What the threads had begun comes first; of what waited, the person.
  expect(handOver.mock.calls.findIndex(([task]) => task === 2)).toBe(pool.size)
})

test('tells of a refusal as an error, and goes on', async () => {
  pool = start()
  await expect(pool.run(-3)).rejects.toThrow(new RangeError('no -3'))
  expect(await pool.run(3)).toBe(3)
})

test('a thread that dies fails its task alone', async () => {
  pool = start()
  const tasks = [pool.run(0), ...Array.from({ length: 20 }, () => pool.run(5))]
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array(20).fill('fulfilled')])
})

test('refuses what still waits when it is closed', async () => {
  pool = start()
  const waiting = Promise.allSettled(Array.from({ length: 30 }, () => pool.run(7, 'job')))
  await pool.close()
  const outcomes = await waiting
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20)
  await expect(pool.run(1)).rejects.toThrow('closed')
})
