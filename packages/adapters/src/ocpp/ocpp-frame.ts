import { isObject, readName } from '../read-value.ts'

export type OcppVersion = 'ocpp1.6' | 'ocpp2.0.1'
export type Payload = Record<string, unknown>

/** A message of OCPP-J: a call, or the result or error of one of ours. */
export type Frame =
  | { kind: 'call'; id: string; action: string; payload: Payload }
  | { kind: 'result'; id: string; payload: Payload }
  | { kind: 'error'; id: string; code: string; text: string }
  /** `id` is null if it could not be read: then nothing can be answered. */
  | { kind: 'broken'; id: string | null; code: ErrorCode; detail: string }

export type ErrorCode =
  | 'NotImplemented'
  | 'ProtocolError'
  | 'FormationViolation'
  | 'PropertyConstraintViolation'
  | 'OccurrenceConstraintViolation'
  | 'TypeConstraintViolation'

/** The two versions spell some of them differently; one has a misprint that stations know. */
const spelling: Record<OcppVersion, Partial<Record<ErrorCode, string>>> = {
  'ocpp1.6': { OccurrenceConstraintViolation: 'OccurenceConstraintViolation' },
  'ocpp2.0.1': { FormationViolation: 'FormatViolation' },
}

const longestId = 64

export function readFrame(text: string): Frame {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return broken(null, 'FormationViolation', 'a frame that is not JSON')
  }
  if (!Array.isArray(frame)) return broken(null, 'FormationViolation', 'a frame that is not a list')
  const [type, id, ...rest] = frame as unknown[]
  if (typeof id !== 'string' || id === '' || id.length > longestId)
    return broken(null, 'ProtocolError', 'a frame without an id')
  if (type === 2) return readCall(id, rest)
  if (type === 3)
    return isObject(rest[0])
      ? { kind: 'result', id, payload: rest[0] }
      : broken(null, 'FormationViolation', 'a result that is not an object')
  if (type === 4)
    return { kind: 'error', id, code: readName(rest[0], 40) ?? 'unknown', text: readName(rest[1], 200) ?? '' }
  return broken(id, 'ProtocolError', 'a frame of an unknown type')
}

function readCall(id: string, [action, payload]: unknown[]): Frame {
  if (typeof action !== 'string' || action === '' || action.length > 50)
    return broken(id, 'ProtocolError', 'a call without an action')
  if (!isObject(payload))
    return broken(id, 'FormationViolation', `a payload of ${readName(action, 50)} that is not an object`)
  return { kind: 'call', id, action, payload }
}

const broken = (id: string | null, code: ErrorCode, detail: string): Frame => ({
  ...{ kind: 'broken', id, code, detail },
})

export const writeCall = (id: string, action: string, payload: Payload) =>
  JSON.stringify([2, id, action, payload])
export const writeResult = (id: string, payload: Payload) => JSON.stringify([3, id, payload])
export const writeError = (version: OcppVersion, id: string, code: ErrorCode, text: string) =>
  JSON.stringify([4, id, spelling[version][code] ?? code, text.slice(0, 255), {}])
