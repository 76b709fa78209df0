import { join } from 'node:path'
import { createTrial } from '@ohmstead/adapters/adapter-trial'
import { tasmota } from '@ohmstead/adapters/tasmota/tasmota'
import { listSamples, readSample } from './sample-files.ts'

/**
 * Reads every Tasmota message below `directory`/tasmota: a JSON object a file or line, a body inside `body`, or lines of a
 * log such as `tele/plug/SENSOR = {…}`. Says of each file what was read; a message of which nothing was, is a problem.
 */
export function checkTasmotaSamples(directory: string): {
  files: number
  problems: string[]
  notes: string[]
} {
  const folder = join(directory, 'tasmota')
  const names = listSamples(folder, /\.(jsonl?|txt|log|md)$/i)
  const problems: string[] = []
  const notes: string[] = []
  for (const name of names) {
    const text = readSample(join(folder, name)).toString('utf8')
    const messages = findMessages(text)
    if (messages.length === 0) problems.push(`${name}: no JSON message was found in it`)
    for (const [index, message] of messages.entries()) {
      const trial = createTrial(tasmota)
      const { refused, sources, info } = trial.send(message.path, message.text)
      const read = [
        ...Object.entries(trial.values()).map(([key, value]) => `${key}=${value}`),
        ...(sources ?? []).map(({ source, value }) => `${source}=${value}`),
        ...(info?.softwareVersion ? [`version ${info.softwareVersion}`] : []),
      ]
      const where = `${name}, message ${index + 1}`
      if (read.length === 0)
        problems.push(`${where}: nothing was read of it (${refused?.reason ?? 'no known block'})`)
      else notes.push(`${where}: ${read.join(', ')}`)
    }
  }
  return { files: names.length, problems, notes }
}

function findMessages(text: string): { path: string; text: string }[] {
  if (parse(text) !== undefined) return toMessages(text)
  return text.split(/\r?\n/).flatMap((line) => {
    const start = line.indexOf('{')
    if (start === -1) return []
    const path = /\b(?:tele|stat)\/[\w/.-]+/.exec(line.slice(0, start))?.[0]
    return toMessages(line.slice(start, line.lastIndexOf('}') + 1), path)
  })
}

function toMessages(text: string, path = 'tele/sample/SENSOR'): { path: string; text: string }[] {
  const value = parse(text)
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return []
    const inner = ['body', 'text', 'json', 'payload', 'input']
      .map((name) => Reflect.get(item, name))
      .find(Boolean)
    const body: unknown = inner ?? item
    return [{ path, text: typeof body === 'string' ? body : JSON.stringify(body) }]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
