import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { KnownState } from '../adapter.ts'
import { createTrial } from '../adapter-trial.ts'
import { ocpp } from './ocpp.ts'
import type { OcppVersion } from './ocpp-frame.ts'

export const startedAt = Date.parse('2026-01-01T12:00:00Z')
export const at = (seconds: number) => new Date(startedAt + seconds * 1000).toISOString()

/** A station that speaks with the adapter, for tests: its calls, and its answers to ours. */
export function createOcppTrial(subProtocol: OcppVersion, known: Partial<KnownState> = {}) {
  const trial = createTrial(ocpp, { subProtocol, ...known })
  let count = 0
  const done = new Set<string>()
  const parse = (text: string) => JSON.parse(text) as [number, string, ...unknown[]]
  const send = (frame: unknown, seconds: number) =>
    trial.send('', typeof frame === 'string' ? frame : JSON.stringify(frame), {
      arrivedAt: startedAt + seconds * 1000,
    })
  return {
    ...trial,
    /** The answer to a call, and what else it came to. */
    call(action: string, payload: unknown, seconds = 0, id = `s${++count}`) {
      const translation = send([2, id, action, payload], seconds)
      const frames = (translation.outgoing ?? []).map(({ text }) => parse(text))
      const [type, , ...answer] = frames.find((frame) => frame[0] !== 2 && frame[1] === id) ?? []
      return { ...translation, type, answer }
    },
    raw: send,
    /** Calls of ours that were not answered yet, by this answer to each; returns them in their order. */
    answer(reply: (action: string, payload: never) => unknown, seconds = 0) {
      const asked: [string, unknown][] = []
      const replies: unknown[] = []
      for (;;) {
        const next = trial.outgoing
          .map(({ text }) => parse(text))
          .find(([type, id]) => type === 2 && !done.has(id))
        if (!next) return { asked, replies }
        done.add(next[1])
        asked.push([next[2] as string, next[3]])
        replies.push(
          ...(send([3, next[1], reply(next[2] as string, next[3] as never)], seconds).replies ?? []),
        )
      }
    },
    ask(op: CommandMessage['op'], args: Record<string, unknown>, seconds = 0) {
      const ts = startedAt + seconds * 1000
      const translation = trial.command({ v: 1, id: 'c1', ts, exp: ts + 30_000, op, args })
      trial.outgoing.push(...(translation?.outgoing ?? []))
      return translation
    },
  }
}
