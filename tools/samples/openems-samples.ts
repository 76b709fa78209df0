import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createTrial } from '@ohmstead/adapters/adapter-trial'
import { openems } from '@ohmstead/adapters/openems/openems'
import { callEdge, type EdgeCall } from '@ohmstead/adapters/openems/openems-requests'
import { isObject, readJsonObject } from '@ohmstead/adapters/read-value'
import { listSamples, readSample } from './sample-files.ts'

type Json = Record<string, unknown>

interface Findings {
  problems: string[]
  notes: string[]
}

/**
 * Replays every file of frames below `directory`/openems-derived, one in each line: what an Edge sends is read by one
 * session for each file, and what a backend sends is compared with what we would. Says what was read of each frame.
 */
export function checkOpenemsSamples(directory: string): Findings & { files: number } {
  const folder = join(directory, 'openems-derived')
  const names = listSamples(folder, /\.jsonl$/i)
  const found = names.map((name) => {
    const lines = readSample(join(folder, name)).toString('utf8').split(/\r?\n/)
    const trial = createTrial(openems)
    return lines.map((line, index) => {
      if (line.trim() === '') return { problems: [], notes: [] }
      const { problems, notes } = checkFrame(trial, line)
      const at = (text: string) => `${name}, line ${index + 1}: ${text}`
      return { problems: problems.map(at), notes: notes.map(at) }
    })
  })
  return {
    files: names.length,
    problems: found.flat().flatMap(({ problems }) => problems),
    notes: found.flat().flatMap(({ notes }) => notes),
  }
}

function checkFrame(trial: ReturnType<typeof createTrial>, line: string): Findings {
  const frame = readJsonObject(line)
  if (!frame) return { problems: ['is not a JSON object'], notes: [] }
  if (frame.method === 'authenticatedRpc') return checkRequest(frame)
  const { samples = [], step, devices = [], events = [], refused, outgoing } = trial.send('', line)
  if (refused) return { problems: [refused.detail], notes: [] }
  const read = [
    ...devices.map(({ id, category, name, params }) => {
      const names = params.map((param) => param.name).join(' ')
      return `${id} is ${category} "${name}"${names && ` with ${names}`}`
    }),
    ...samples.flatMap(({ ts, values }) =>
      Object.entries(values).map(([key, value]) => `${key}=${value} at ${new Date(ts).toISOString()}`),
    ),
    ...events.map(({ type, state, code }) => `${type} ${state} ${code}`),
    ...(step === undefined ? [] : [`as averages of ${step} s`]),
  ]
  const channels = isObject(frame.params) ? Object.values(frame.params).filter(isObject) : []
  const isData = /Data$/.test(String(frame.method))
  const told = isData ? channels.reduce((count, one) => count + Object.keys(one).length, 0) : 0
  const kept = samples.reduce((count, { values }) => count + Object.keys(values).length, 0)
  if (isData) read.push(`${kept} of ${told} channels`)
  const problems = isData && told > 0 && kept === 0 ? ['none of its channels was read'] : []
  if (read.length === 0 && frame.id !== undefined && outgoing) read.push('is answered')
  return { problems, notes: [`${frame.method}: ${read.join(', ') || 'needs no answer'}`] }
}

/** A request of a backend is one of ours but for its ids and the name of who asks. */
function checkRequest(frame: Json): Findings {
  const { user, payload } = isObject(frame.params) ? frame.params : {}
  if (!isObject(user) || !isObject(payload)) return { problems: ['has no user or payload'], notes: [] }
  const known = ['getEdgeConfig', 'updateComponentConfig', 'setChannelValue']
  const call = payload as unknown as EdgeCall
  if (!known.includes(call.method)) return { problems: [], notes: [`${call.method} is not sent by us`] }
  const ours = readJsonObject(callEdge(String(payload.id), call).text)!
  const strip = ({ params, method, jsonrpc }: Json) => {
    const { user: who, payload: what } = params as { user: Json; payload: Json }
    const { id: _, name: __, ...rights } = who
    return { method, jsonrpc, rights, what }
  }
  return isDeepStrictEqual(strip(ours), strip(frame))
    ? { problems: [], notes: [`${call.method} as ${user.role} is what we send`] }
    : { problems: [`${call.method} as ${user.role} differs from ${JSON.stringify(ours)}`], notes: [] }
}
