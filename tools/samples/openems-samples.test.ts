import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkOpenemsSamples } from './openems-samples.ts'

it('says what was read of each frame, and compares what a backend sends with what we would', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openems-'))
  mkdirSync(join(directory, 'openems-derived'))
  const data = (channels: object) => ({ method: 'timestampedData', params: { 1767225600000: channels } })
  const payload = { jsonrpc: '2.0', id: 'b', method: 'setChannelValue', params: { value: 1 } }
  const request = (role: string) => ({
    ...{ jsonrpc: '2.0', id: 'a', method: 'authenticatedRpc' },
    params: { user: { id: 'x', name: 'x', language: 'EN', role }, payload },
  })
  const frames = [data({ '_sum/EssSoc': 57 }), data({ 'x/Y': 1 }), request('admin'), request('guest')]
  writeFileSync(
    join(directory, 'openems-derived', 'frames.jsonl'),
    frames.map((frame) => JSON.stringify(frame)).join('\n'),
  )
  const { problems, notes } = checkOpenemsSamples(directory)
  expect(notes.map((note) => note.replace('frames.jsonl, ', ''))).toEqual([
    'line 1: timestampedData: bat is BATTERY "Battery", bat/soc=57 at 2026-01-01T00:00:00.000Z, 1 of 1 channels',
    'line 2: timestampedData: 0 of 1 channels',
    'line 3: setChannelValue as admin is what we send',
  ])
  expect(problems.map((line) => line.slice(0, 70))).toEqual([
    'frames.jsonl, line 2: none of its channels was read',
    expect.stringContaining('frames.jsonl, line 4: setChannelValue as guest differs'),
  ])
})
