import { join } from 'node:path'
import { createTrial } from '@ohmstead/adapters/adapter-trial'
import { isObject } from '@ohmstead/adapters/read-value'
import { shelly } from '@ohmstead/adapters/shelly/shelly'
import { parseComponent } from '@ohmstead/adapters/shelly/shelly-values'
import { listSamples, readSample } from './sample-files.ts'

type Json = Record<string, unknown>

/** Fields that are a reading wherever they stand; each must be among what was read. */
const readings = [
  ...['total_act_power', 'a_act_power', 'b_act_power', 'c_act_power', 'act_power', 'apower', 'output'],
  ...['total_act', 'total_act_ret', 'total_act_energy', 'total_act_ret_energy', 'voltage', 'current'],
]

/** Components that answer alone do not say what they are; their fields do. */
const bare: readonly (readonly [field: string, component: string])[] = [
  ['total_act_power', 'em'],
  ['total_act', 'emdata'],
  ['act_power', 'em1'],
  ['total_act_energy', 'em1data'],
  ['output', 'switch'],
  ['current_pos', 'cover'],
  ['apower', 'pm1'],
  ['tC', 'temperature'],
]

/**
 * Reads every file below `directory`/shelly: a status, a frame, the answer of one component, or an object with `shelly`,
 * `config` and `status`; one in a file or in each line. Says what was read; a reading that was not, is a problem.
 */
export function checkShellySamples(directory: string): {
  files: number
  problems: string[]
  notes: string[]
} {
  const folder = join(directory, 'shelly')
  const names = listSamples(folder, /\.(jsonl?|txt)$/i)
  const problems: string[] = []
  const notes: string[] = []
  for (const name of names) {
    const documents = parseDocuments(readSample(join(folder, name)).toString('utf8'))
    if (documents.length === 0) problems.push(`${name}: no JSON object was found in it`)
    for (const [index, document] of documents.entries()) {
      const where = documents.length === 1 ? name : `${name}, line ${index + 1}`
      const { read, missing } = checkDocument(document)
      problems.push(...missing.map((text) => `${where}: ${text}`))
      if (read.length > 0) notes.push(`${where}: ${read.join(', ')}`)
      else if (missing.length === 0)
        notes.push(`${where}: no readings in it (${Object.keys(document).join(', ')})`)
    }
    if (!notes.some((note) => note.startsWith(name) && note.includes('/')))
      problems.push(`${name}: nothing was read of it`)
  }
  return { files: names.length, problems, notes }
}

function checkDocument(document: Json): { read: string[]; missing: string[] } {
  const status = findStatus(document, 0)
  if (!status) return { read: [], missing: findReadings(document).map(describe) }
  const trial = createTrial(shelly)
  const send = (id: string, result: unknown) =>
    trial.send('', JSON.stringify({ id, src: 'sample', dst: 'ohmstead', result }))
  if (isObject(document.shelly)) send('info', document.shelly)
  if (isObject(document.config)) send('config', document.config)
  trial.send('', JSON.stringify({ src: 'sample', method: 'NotifyFullStatus', params: status }))
  const values = Object.entries(trial.values())
  const read = new Set<unknown>(values.map(([, value]) => value))
  return {
    read: [
      ...trial
        .devices()
        .map(({ id, name, category, model }) => `${id} is ${category} "${name}" ${model ?? ''}`),
      ...values.map(([key, value]) => `${key}=${value}`),
    ],
    missing: findReadings(status)
      .filter(({ value }) => !read.has(value))
      .map(describe),
  }
}

const describe = ({ path, value }: { path: string; value: unknown }) => `${path} ${value} was not read`

/** A status by components, wherever it is in the document. */
function findStatus(value: unknown, depth: number): Json | null {
  if (typeof value === 'string') return depth > 3 ? null : findStatus(parse(value), depth + 1)
  if (!isObject(value) || depth > 3) return null
  if (Object.keys(value).some((key) => parseComponent(key))) {
    const isConfig = !('ts' in value) && 'device' in (isObject(value.sys) ? value.sys : {})
    if (!isConfig) return value
  }
  const component = bare.find(([field]) => Object.hasOwn(value, field))?.[1]
  if (component) return { [`${component}:${Number(value.id) || 0}`]: value }
  for (const [key, inner] of Object.entries(value)) {
    const found = key === 'config' || key.includes(':') ? null : findStatus(inner, depth + 1)
    if (found) return found
  }
  return null
}

function findReadings(value: unknown, path = ''): { path: string; value: unknown }[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = path === '' ? key : `${path}.${key}`
    const isReading = readings.includes(key) && (typeof inner === 'number' || typeof inner === 'boolean')
    return isReading ? [{ path: here, value: inner }] : findReadings(inner, here)
  })
}

function parseDocuments(text: string): Json[] {
  const whole = parse(text)
  const items = Array.isArray(whole) ? whole : whole === undefined ? text.split(/\r?\n/).map(parse) : [whole]
  return items.filter(isObject)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
