import { join } from 'node:path'
import type { Adapter } from '@ohmstead/adapters/adapter'
import { createTrial } from '@ohmstead/adapters/adapter-trial'
import { ams } from '@ohmstead/adapters/ams/ams'
import { homewizard } from '@ohmstead/adapters/homewizard/homewizard'
import { p1 } from '@ohmstead/adapters/p1/p1'
import { listSamples, readSample } from './sample-files.ts'

/** A value that a second, much simpler reading of the file finds, and the metrics of which one must have it. */
interface Expected {
  metrics: readonly string[]
  value: number
}

interface Reader {
  adapter: Adapter
  expect(text: string): Expected[]
}

/**
 * Sends every file of a folder through the adapter of its format and compares with a second reading of its text. Says
 * of each file what was read of it; one that is not understood is never counted as read.
 */
export function checkMeterSamples(
  directory: string,
  folderName: string,
): { files: number; problems: string[]; notes: string[] } {
  const folder = join(directory, folderName)
  const problems: string[] = []
  const notes: string[] = []
  let files = 0
  for (const name of listSamples(folder, /\.(txt|jsonl?|hex|log|bin|telegram)$/i)) {
    for (const [index, bytes] of splitMessages(readSample(join(folder, name))).entries()) {
      const where = index === 0 ? name : `${name}, message ${index + 1}`
      const text = bytes.toString('latin1')
      const reader = findReader(text)
      if (!reader) {
        notes.push(`${where}: NOT READ, ${describe(text)}`)
        continue
      }
      if (reader.adapter === p1 && isAltered(text)) {
        notes.push(`${where}: NOT READ, its checksum is that of another text`)
        continue
      }
      const { found, wrong } = check(reader, bytes, text)
      if (wrong.length > 0) problems.push(...wrong.map((line) => `${where}: ${line}`))
      else if (index === 0) files++
      notes.push(`${where}, as ${reader.adapter.title}: ${found.join(', ')}`)
    }
  }
  if (files === 0) problems.push('no file was read')
  return { files, problems, notes }
}

function check({ adapter, expect }: Reader, bytes: Buffer, text: string) {
  const trial = createTrial(adapter)
  const { refused, leftOut = [], info } = trial.send('', bytes.toString('utf8'), { bytes })
  const values = Object.entries(trial.values())
  const model = trial.devices().map((device) => device.model)
  const found = [
    ...values.map(([key, value]) => `${key}=${value}`),
    ...(info ? [`version ${info.softwareVersion}`] : []),
  ]
  const expected = expect(text)
  const wrong = [
    ...(refused ? [refused.detail] : []),
    ...leftOut.map(({ detail }) => detail),
    ...(found.length === 0 && model.length === 0 ? ['nothing was read of it'] : []),
    ...expected.flatMap(({ metrics, value }) =>
      values.some(([key, own]) => metrics.includes(key.split('/')[1]!) && isNear(Number(own), value))
        ? []
        : [`${metrics.join(' or ')} should be ${value}`],
    ),
  ]
  return { found: [...found, `${expected.length} of them read twice`], wrong }
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= Math.max(0.01, Math.abs(other) * 1e-9)

/** One message a file, or a line of JSON each. */
function splitMessages(bytes: Buffer): Buffer[] {
  const lines = bytes
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const isJsonLines = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))
  return isJsonLines ? lines.map((line) => Buffer.from(line)) : [bytes]
}

function findReader(text: string): Reader | null {
  if (/^\s*\{/.test(text)) {
    if (
      /"(active_)?power_w"|"product_type"|"smr_version"|"external"|"energy_import_kwh"|"total_power_import/.test(
        text,
      )
    )
      return { adapter: homewizard, expect: expectHomeWizard }
    return /"(P|tPI|U1)"/.test(text) ? { adapter: ams, expect: expectAms } : null
  }
  return /(^|[\r\n])\/[^\r\n]/.test(text) && /[\r\n]!/.test(text)
    ? { adapter: p1, expect: expectTelegram }
    : null
}

function describe(text: string): string {
  if (/^[\s0-9A-Fa-f]+$/.test(text) || text.startsWith('~'))
    return 'a binary frame (DLMS), which is not supported'
  return 'neither a telegram nor JSON of a known meter'
}

/** Whether the printed checksum of a telegram fits none of the ways in which its lines may have ended. */
function isAltered(text: string): boolean {
  const printed = /[\r\n]!([0-9A-Fa-f]{1,4})\s*$/.exec(text)?.[1]
  if (printed === undefined || /^0+$/.test(printed)) return false
  const covered = text.slice(text.indexOf('/'), text.lastIndexOf('!') + 1)
  const ways = [covered, covered.replace(/\r?\n/g, '\r\n'), covered.replace(/\r\n/g, '\n')]
  return !ways.some((way) => checksum(way) === Number.parseInt(printed, 16))
}

function checksum(text: string): number {
  let sum = 0
  for (const character of text) {
    sum ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1
  }
  return sum
}

/** The last line with this code, in W, Wh or V. */
function findObis(text: string, code: string): number | null {
  const pattern = new RegExp(
    `(?:^|[\\r\\n])1-\\d+:${code.replaceAll('.', '\\.')}(?:\\*255)?\\(([\\d.]+)\\*(k?)(?:Wh?|V)\\)`,
    'gi',
  )
  const last = [...text.matchAll(pattern)].at(-1)
  return last ? Number(last[1]) * (last[2] === '' ? 1 : 1000) : null
}

const obisMetrics: Record<string, string> = {
  '1.8.0': 'energy_import',
  '2.8.0': 'energy_export',
  '1.8.1': 'energy_import_t1',
  '1.8.2': 'energy_import_t2',
  '2.8.1': 'energy_export_t1',
  '2.8.2': 'energy_export_t2',
  '32.7.0': 'voltage_l1',
  '52.7.0': 'voltage_l2',
}

function expectTelegram(text: string): Expected[] {
  const [inward, outward] = [findObis(text, '1.7.0'), findObis(text, '2.7.0')]
  const power = inward === null && outward === null ? null : (inward ?? 0) - (outward ?? 0)
  const registers = Object.entries(obisMetrics).map(([code, metric]) => ({
    metrics: [metric],
    value: findObis(text, code),
  }))
  const volumes = [...text.matchAll(/0-[1-4]:24\.2\.\d+\(\d+[SW]?\)\(([\d.]+)\*m3\)/g)].map(([, value]) => ({
    metrics: ['gas_volume', 'water_volume', 'heat_volume'],
    value: Number(value),
  }))
  return known([{ metrics: ['power'], value: power }, ...registers, ...volumes])
}

const findNumber = (text: string, name: string): number | null => {
  const found = new RegExp(`"${name}":\\s*(-?[\\d.]+)`).exec(text)
  return found ? Number(found[1]) : null
}

function expectHomeWizard(text: string): Expected[] {
  const power = findNumber(text, '(?:active_)?power_w')
  const isBattery = /"cycles"|"battery_count"/.test(text)
  const inward = findNumber(text, '(?:energy|total_power)_import_kwh')
  const outside = [...text.matchAll(/"value":\s*([\d.]+),\s*"unit":\s*"m3"/g)].map(([, value]) => ({
    metrics: ['gas_volume', 'water_volume', 'heat_volume'],
    value: Number(value),
  }))
  return known([
    { metrics: ['power'], value: power === null ? null : power * (isBattery ? -1 : 1) },
    {
      metrics: ['energy_import', 'energy_charge', 'energy_consumption'],
      value: inward === null ? null : inward * 1000,
    },
    ...outside,
  ])
}

function expectAms(text: string): Expected[] {
  const [inward, outward] = [findNumber(text, 'P'), findNumber(text, 'PO')]
  const [bought, sold] = [findNumber(text, 'tPI'), findNumber(text, 'tPO')]
  return known([
    { metrics: ['power'], value: inward === null ? null : inward - (outward ?? 0) },
    { metrics: ['energy_import'], value: bought === null ? null : bought * 1000 },
    { metrics: ['energy_export'], value: sold === null ? null : sold * 1000 },
  ])
}

const known = (all: readonly { metrics: readonly string[]; value: number | null }[]): Expected[] =>
  all.flatMap(({ metrics, value }) => (value === null ? [] : [{ metrics, value }]))
