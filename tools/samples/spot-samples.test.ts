import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSpotSamples } from './spot-samples.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'spot-'))
  mkdirSync(join(directory, 'spot'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const quarter = 900
const answer = {
  unix_seconds: Array.from({ length: 96 }, (_, step) => 1_770_000_000 + step * quarter),
  price: Array.from({ length: 96 }, (_, step) => 80 + 60 * Math.sin(step / 8)),
  unit: 'EUR / MWh',
}

function write(name: string, content: object): void {
  const bytes = Buffer.from(JSON.stringify(content))
  writeFileSync(join(directory, 'spot', name), name.endsWith('.gz') ? gzipSync(bytes) : bytes)
}

test('schedules a battery by packed and plain answers, below zero too', () => {
  write('a.json', answer)
  write('b.json.gz', { ...answer, price: answer.price.map((one) => one - 60) })
  const { files, problems, notes } = checkSpotSamples(directory)
  expect([files, problems]).toEqual([2, []])
  expect(notes[0]).toMatch(/^a\.json: 1\.0 days: doing nothing 2\.\d\d EUR, .*foresight 1\.\d\d EUR$/)
})

test('says what it does not cover, and what is wrong', () => {
  write('gap.json', { ...answer, price: answer.price.with(5, Number.NaN) })
  write('other.json', { prices: [] })
  write('short.json', { ...answer, price: [1] })
  write('uneven.json', { ...answer, unix_seconds: answer.unix_seconds.with(9, 1) })
  const { problems, notes } = checkSpotSamples(directory)
  expect(problems).toEqual(['short.json: 96 times and 1 prices'])
  expect(notes).toEqual([
    'gap.json: prices are missing, not covered yet',
    'other.json: no answer of Energy-Charts, not covered yet',
    'uneven.json: its steps are uneven, not covered yet',
  ])
})
