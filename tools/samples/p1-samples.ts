import { join } from 'node:path'
import { parseP1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import { listSamples, readSample } from './sample-files.ts'

/** No house connection exceeds this; a larger value was misread. */
const bounds: Record<string, [least: number, most: number]> = {
  power: [-1e6, 1e6],
  voltage_l1: [100, 300],
  voltage_l2: [100, 300],
  voltage_l3: [100, 300],
  frequency: [45, 65],
  energy_import: [0, 1e10],
  energy_export: [0, 1e10],
}

/**
 * Parses every telegram below `directory`/p1 and lists the faults, one line per finding; an empty list means that
 * every file has a telegram with plausible values. Also returns the number of files.
 */
export function checkP1Samples(directory: string): { files: number; problems: string[] } {
  const folder = join(directory, 'p1')
  const files = listSamples(folder, /\.txt$/i)
  return {
    files: files.length,
    problems: files.flatMap((name) => problemsOf(name, readSample(join(folder, name)))),
  }
}

function problemsOf(name: string, bytes: Uint8Array): string[] {
  const result = parseP1Telegram(bytes)
  if (!result.ok) return [`${name}: ${result.reason}, ${result.detail}`]
  const { ident, crc, values, mbus } = result.telegram
  const problems: string[] = []
  const text = Buffer.from(bytes).toString('latin1')
  if (ident === '') problems.push(`${name}: no ident`)
  if (/^![0-9A-F]{2,4}\s*$/m.test(text) && !/^!0+\s*$/m.test(text) && crc !== 'valid')
    problems.push(`${name}: its checksum was not used`)
  if (Object.keys(values).length === 0 && mbus.every((meter) => meter.value === null))
    problems.push(`${name}: no values`)
  if (text.includes('1.8.') && values.energy_import === undefined)
    problems.push(`${name}: no imported energy`)
  if (text.includes('1.7.0') && values.power === undefined) problems.push(`${name}: no power`)
  for (const [metric, [least, most]] of Object.entries(bounds)) {
    const value = values[metric as keyof typeof values]
    if (value !== undefined && (value < least || value > most))
      problems.push(`${name}: ${metric} is ${value}`)
  }
  const { energy_import: total, energy_import_t1: t1, energy_import_t2: t2 } = values
  if (total !== undefined && t1 !== undefined && t2 !== undefined && Math.abs(total - t1 - t2) > 1) {
    problems.push(`${name}: the tariffs sum to ${t1 + t2}, the total is ${total}`)
  }
  return problems
}
