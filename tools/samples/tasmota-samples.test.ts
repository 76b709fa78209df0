import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkTasmotaSamples } from './tasmota-samples.ts'

it('says what was read of each message, and which was not understood', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tasmota-'))
  mkdirSync(join(directory, 'tasmota'))
  const write = (name: string, text: string) => writeFileSync(join(directory, 'tasmota', name), text)
  write(
    'bodies.jsonl',
    ['{"body":"{\\"StatusSNS\\":{\\"ENERGY\\":{\\"Power\\":[1,2,3]}}}"}', '{"SML":{"Power_curr":5}}'].join(
      '\n',
    ),
  )
  write('log.txt', '12:00 MQT: tele/plug/STATE = {"POWER":"ON"}\nnothing here')
  write('other.json', '{"Wifi":{}}')
  const { files, problems, notes } = checkTasmotaSamples(directory)
  expect(files).toBe(3)
  expect(notes).toEqual([
    'bodies.jsonl, message 1: sample/power=6, sample/power_l1=1, sample/power_l2=2, sample/power_l3=3',
    'bodies.jsonl, message 2: tasmota/sample/SML:Power_curr=5',
    'log.txt, message 1: plug/on=true',
  ])
  expect(problems).toEqual(['other.json, message 1: nothing was read of it (no known block)'])
})
