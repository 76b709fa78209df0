import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenFault } from './choose-faults.ts'
import { type Memory, testFault } from './test-fault.ts'

const fault = { id: 'f', file: 'a.ts', area: 'rules' } as ChosenFault
let memory: Memory
let hashes: Record<string, string>
let reached: Record<string, string[]>
let red: string[]
let broken: string[]
const run = vi.fn(async (file: string, faultId: string) => ({
  failure: (faultId === '' ? broken : red).includes(file) ? `${file} failed` : null,
  seconds: 1,
  reached: reached[file] ?? [],
}))

beforeEach(() => {
  memory = {
    baselines: {},
    verdicts: {},
    draws: { first: ['e', 'f', 'g'], second: ['f', 'h'], third: ['f'] },
  }
  hashes = {}
  reached = { 'near.test.ts': ['f'], 'far.test.ts': ['f'], 'beside.test.ts': ['g'] }
  red = ['far.test.ts']
  broken = []
  run.mockClear()
})

async function ask(draw = 'first', most = 10) {
  const tests = ['near.test.ts', 'beside.test.ts', 'far.test.ts', 'farther.test.ts']
  const verdict = await testFault(fault, [{ tests, most }], {
    run,
    memory,
    draw,
    hashOf: (file) => hashes[file] ?? '1',
  })
  memory.verdicts.f = verdict
  return verdict
}
const runs = () => run.mock.calls.map(([file, faultId]) => `${file} ${faultId}`.trim())

test('runs each test with the fault up to the first red one, and that one without it as well', async () => {
  expect((await ask()).noticedBy).toBe('far.test.ts failed')
  expect(runs()).toEqual(['near.test.ts f', 'beside.test.ts f', 'far.test.ts f', 'far.test.ts'])
})

test('runs no more tests of a kind with a fault than requested, not counting those that do not reach it', async () => {
  reached['farther.test.ts'] = ['f']
  red = ['farther.test.ts']
  expect((await ask('first', 2)).noticedBy).toBe(null)
  expect((await ask('first', 3)).noticedBy).toBe('farther.test.ts failed')
})

test('a result is reused until the test or the file changes', async () => {
  await ask()
  run.mockClear()
  await ask()
  expect(runs()).toEqual([])
  hashes['a.ts'] = '2'
  await ask()
  expect(runs()).toEqual(['near.test.ts f', 'far.test.ts f'])
  run.mockClear()
  hashes['far.test.ts'] = '2'
  await ask()
  expect(runs()).toEqual(['near.test.ts f', 'far.test.ts f', 'far.test.ts'])
})

test('an unnoticed fault is run with changed and new tests only', async () => {
  red = []
  expect((await ask()).noticedBy).toBe(null)
  run.mockClear()
  hashes['near.test.ts'] = '2'
  red = ['near.test.ts']
  expect((await ask()).noticedBy).toBe('near.test.ts failed')
  expect(runs()).toEqual(['near.test.ts f', 'near.test.ts'])
})

test('a test that fails by itself notices nothing', async () => {
  vi.spyOn(console, 'log').mockReturnValueOnce()
  broken = ['far.test.ts']
  expect(await ask()).toMatchObject({ noticedBy: null, ran: { 'near.test.ts': '1' } })
})

test('what a test reaches is determined again only for new faults', async () => {
  await ask()
  run.mockClear()
  delete memory.verdicts.f
  await ask('second')
  expect(runs()).toEqual(['near.test.ts f', 'far.test.ts f'])
  run.mockClear()
  delete memory.verdicts.f
  memory.draws.first = ['e', 'g']
  await ask('third')
  expect(runs()).toContain('beside.test.ts f')
})
