import type { Adapter, AdapterSession, KnownState, Translation } from '../adapter.ts'
import { createChargingStation } from './charging-station.ts'
import { type Frame, type OcppVersion, readFrame, writeError, writeResult } from './ocpp-frame.ts'
import { ocppMappings } from './ocpp-mappings.ts'
import { createOcpp16 } from './ocpp16.ts'
import { createOcpp201 } from './ocpp201.ts'
import { Violation } from './read-payload.ts'
import { createStationControl } from './station-control.ts'
import { createStationOutput } from './station-output.ts'

/** Charging stations by OCPP-J 1.6 and 2.0.1, over the WebSocket that they open. */
export const ocpp: Adapter = {
  kind: 'ocpp',
  title: 'OCPP',
  group: 'charger',
  tried: 'client',
  controllerKind: 'GATEWAY',
  webSocket: {
    ...{ path: '/ocpp/:serial', protocols: ['ocpp2.0.1', 'ocpp1.6'], secret: 'basic' },
    isExclusive: true,
  },
  describeSetup: ({ httpUrl, serial, httpToken }) => ({
    steps: ['open_device_page', 'one_backend_only', 'enter_values', 'save_and_restart'],
    fields: [
      { name: 'web_socket_address', value: `${httpUrl.replace(/^http/, 'ws')}/ocpp` },
      { name: 'charge_point_id', value: serial },
      { name: 'password', value: httpToken },
    ],
    snippet: null,
    qr: null,
  }),
  mappings: ocppMappings,
  openSession: openOcpp,
}

/** Answers that are remembered, should a station repeat its call. */
const mostRemembered = 16
const longestRemembered = 16_384

function openOcpp(known: KnownState): AdapterSession {
  const version: OcppVersion = known.subProtocol === 'ocpp2.0.1' ? 'ocpp2.0.1' : 'ocpp1.6'
  const output = createStationOutput(known)
  const station = createChargingStation(known, output)
  const dialect = version === 'ocpp2.0.1' ? createOcpp201(station, output) : createOcpp16(station, output)
  const control = createStationControl(station, dialect, output)
  const answered = new Map<string, { text: string; answer: string }>()

  /** The answer to a frame, and whether the station has just started. */
  function readOne(frame: Frame, text: string, now: number): { answer: string | null; isBooting: boolean } {
    const silent = { answer: null, isBooting: false }
    if (frame.kind === 'result') control.end(frame.id, frame)
    else if (frame.kind === 'error') control.end(frame.id, frame)
    else if (frame.kind === 'broken') {
      output.leaveOut(`OCPP: ${frame.detail}`, 'malformed')
      return frame.id === null
        ? silent
        : { ...silent, answer: writeError(version, frame.id, frame.code, frame.detail) }
    } else return readCall(frame, text, now)
    return silent
  }

  function readCall({ id, action, payload }: Frame & { kind: 'call' }, text: string, now: number) {
    const before = answered.get(id)
    if (before?.text === text) return { answer: before.answer, isBooting: false }
    const answer = answerCall({ id, action, payload }, now)
    if (text.length <= longestRemembered) {
      answered.set(id, { text, answer })
      if (answered.size > mostRemembered) answered.delete(answered.keys().next().value!)
    }
    return { answer, isBooting: action === 'BootNotification' }
  }

  function answerCall(
    { id, action, payload }: Pick<Frame & { kind: 'call' }, 'id' | 'action' | 'payload'>,
    now: number,
  ): string {
    try {
      const result = dialect.answer(action, payload, now)
      if (result) return writeResult(id, result)
      return writeError(version, id, 'NotImplemented', 'This action is not known here.')
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      output.leaveOut(`OCPP ${action.slice(0, 50)}: ${error.message}`, 'malformed')
      return writeError(version, id, error.code, error.message)
    }
  }

  return {
    read({ text, arrivedAt }): Translation {
      output.setNow(arrivedAt)
      station.setNow(arrivedAt)
      control.setNow(arrivedAt)
      const { answer, isBooting } = readOne(readFrame(text), text, arrivedAt)
      const outgoing = [...(answer === null ? [] : [{ path: '', text: answer }]), ...control.next(isBooting)]
      return { ...output.take(), ...(outgoing.length > 0 && { outgoing }) }
    },
    command: control.command,
  }
}
