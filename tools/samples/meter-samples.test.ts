import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkMeterSamples } from './meter-samples.ts'

function checkFiles(files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'meter-samples-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  mkdirSync(join(directory, 'meters'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, 'meters', name), text)
  return checkMeterSamples(directory, 'meters')
}

const telegram = '/OHM5TEST\r\n\r\n1-0:1.7.0(01.5*kW)\r\n1-0:1.8.0(000010.5*kWh)\r\n!\r\n'

test('telegrams and JSON are read by their adapters and compared with a second reading', () => {
  const { files, problems, notes } = checkFiles({
    'a.txt': telegram,
    'b.json': '{"smr_version":50,"active_power_w":-5,"total_power_import_kwh":1.5}',
    'c.json': '{"id":"x","t":1,"data":{"P":100,"PO":40,"tPI":2.5}}',
  })
  expect({ files, problems }).toEqual({ files: 3, problems: [] })
  expect(notes[2]).toContain('grid/power=60, grid/energy_import=2500')
})

test('a file that is not understood is not counted, and said to be not read', () => {
  const { files, notes } = checkFiles({ 'a.txt': telegram, 'b.hex': '7EA0 11', 'c.txt': 'hello' })
  expect(files).toBe(1)
  expect(notes.filter((line) => line.includes('NOT READ'))).toHaveLength(2)
})

test('a telegram with the checksum of another text is not read, and one that is read wrongly is a problem', () => {
  const { files, problems, notes } = checkFiles({
    'a.txt': telegram.replace('!', '!1234'),
    'b.json': '{"power_w":1,"external":[{"type":"new_meter","value":3,"unit":"m3"}]}',
  })
  expect([files, problems]).toEqual([
    0,
    ['b.json: gas_volume or water_volume or heat_volume should be 3', 'no file was read'],
  ])
  expect(notes[0]).toContain('NOT READ')
})
