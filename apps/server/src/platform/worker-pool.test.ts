import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Asker, createWorkerPool, type WorkerPool } from './worker-pool.ts'

const file = new URL('../testing/pool-worker.ts', import.meta.url)
const start = (size = 2) =>
  createWorkerPool<number, number>(file, {
    size,
    reviveError: (told) => new RangeError((told as { message: string }).message),
  })
const [ana, bor] = [1, 2]
const ofJob = (person: number): Asker => ({ person, urgency: 'job' })
const endless = Number.POSITIVE_INFINITY

let pool: WorkerPool<number, number>
afterEach(() => pool.close())

/** The tasks in the order in which threads got them. */
function watchTasks(): () => unknown[] {
  const handOver = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => handOver.mockRestore())
  return () => handOver.mock.calls.map(([task]) => task)
}

test('answers many more tasks than it has threads, each with its own result', async () => {
  pool = start()
  const tasks = Array.from({ length: 90 }, (_, place) => place + 1)
  expect(await Promise.all(tasks.map((task) => pool.run(task, { person: ana })))).toEqual(tasks)
})

test('tells whoever asks how far their work is, and nobody else', async () => {
  pool = start(1)
  const told: [string, number][] = []
  const asker = (name: string) => ({ person: ana, onProgress: (share: number) => told.push([name, share]) })
  const asked = [pool.run(2.25, asker('first')), pool.run(3, asker('second')), pool.run(4.5, { person: ana })]
  expect(await Promise.all(asked)).toEqual([2.25, 3, 4.5])
  expect(told).toEqual([['first', 0.25]])
})

test("runs people's work before jobs", async () => {
  pool = start()
  const tasks = watchTasks()
  const jobs = Array.from({ length: 40 }, () => pool.run(1, ofJob(ana)))
  await Promise.all([...jobs, pool.run(2, { person: bor })])
  // What the threads had begun comes first; of what waited, the person.
  expect(tasks().indexOf(2)).toBe(pool.size)
})

test('lets people take turns, and jobs of several people as well', async () => {
  pool = start(1)
  const tasks = watchTasks()
  const asked = [1, 2, 3, 4].map((task) => pool.run(task, { person: ana }))
  const jobs = [11, 12, 13].map((task) => pool.run(task, ofJob(ana)))
  await Promise.all([...asked, ...jobs, pool.run(5, { person: bor }), pool.run(14, ofJob(bor))])
  expect(tasks()).toEqual([1, 2, 5, 3, 4, 11, 14, 12, 13])
})

test('keeps a thread free for people who have none, and serves another person there at once', async () => {
  pool = start()
  const leave = new AbortController()
  const asked = [1, 2, 3].map(() => pool.run(endless, { person: ana, signal: leave.signal }))
  const outcomes = Promise.allSettled(asked)
  expect(await pool.run(7, { person: bor })).toBe(7)
  leave.abort()
  await outcomes
})

test('drops waiting work of a disconnected caller, and frees the thread of running work', async () => {
  pool = start(1)
  const tasks = watchTasks()
  const leave = new AbortController()
  const asked = [endless, 2, 3].map((task) => pool.run(task, { person: ana, signal: leave.signal }))
  const outcomes = Promise.allSettled(asked)
  const other = pool.run(7, { person: bor })
  leave.abort(new Error('gone'))
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
    Array(3).fill('gone'),
  )
  expect(await other).toBe(7)
  expect(tasks()).toEqual([endless, 7])
  await expect(pool.run(1, { person: ana, signal: leave.signal })).rejects.toThrow('gone')
})

test("on overflow refuses the newest task of the person with the most, and nobody else's", async () => {
  pool = start(1)
  const flood = Array.from({ length: 120 }, (_, at) => pool.run(at + 1, { person: ana }))
  const other = pool.run(500, { person: bor })
  const refused = (await Promise.allSettled(flood)).flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [{ at, code: outcome.reason.code }] : [],
  )
  expect(await other).toBe(500)
  expect(refused.map(({ code }) => code)).toEqual(Array(20).fill('server_busy'))
  expect(refused[0]!.at).toBe(100)
})

test('reports a refusal as an error, and continues', async () => {
  pool = start()
  await expect(pool.run(-3, { person: ana })).rejects.toThrow(new RangeError('no -3'))
  expect(await pool.run(3, { person: ana })).toBe(3)
})

test('a thread that dies fails only its task', async () => {
  pool = start()
  const tasks = [0, ...Array(20).fill(5)].map((task) => pool.run(task, { person: ana }))
  const outcomes = await Promise.allSettled(tasks)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array(20).fill('fulfilled')])
})

test('refuses what still waits when it is closed', async () => {
  pool = start()
  const waiting = Promise.allSettled(Array.from({ length: 30 }, () => pool.run(7, ofJob(ana))))
  await pool.close()
  const outcomes = await waiting
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20)
  await expect(pool.run(1, { person: ana })).rejects.toThrow('closed')
})
