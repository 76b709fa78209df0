import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkShellySamples } from './shelly-samples.ts'

it('says what was read of each file, and which readings were not', () => {
  const directory = mkdtempSync(join(tmpdir(), 'shelly-'))
  mkdirSync(join(directory, 'shelly'))
  const write = (name: string, content: object[]) =>
    writeFileSync(join(directory, 'shelly', name), content.map((line) => JSON.stringify(line)).join('\n'))
  write('bodies.jsonl', [
    { id: '1', act_power: -332.2 },
    { body: JSON.stringify({ 'em1data:0': { total_act_energy: 1.5, total_act_ret_energy: 2.5 } }) },
    { code: 404, message: 'No handler' },
  ])
  write('named.json', [
    {
      shelly: { model: 'M' },
      config: { 'switch:0': { name: 'Plug' } },
      status: { 'switch:0': { apower: 7 } },
    },
  ])
  write('unknown.json', [{ 'rgb:0': { apower: 5, brightness: 3 } }])
  const { files, problems, notes } = checkShellySamples(directory)
  expect(files).toBe(3)
  expect(notes).toEqual([
    'bodies.jsonl, line 1: sample.em11 is OTHER "sample em1:1" , sample.em11/power=-332.2',
    'bodies.jsonl, line 2: sample.em10 is GRID "sample em1:0" , sample.em10/energy_import=1.5, sample.em10/energy_export=2.5',
    'bodies.jsonl, line 3: no readings in it (code, message)',
    'named.json: sample.switch0 is OTHER "Plug" M, sample.switch0/power=7',
  ])
  expect(problems).toEqual([
    'unknown.json: rgb:0.apower 5 was not read',
    'unknown.json: nothing was read of it',
  ])
})
