import { parseArgs } from 'node:util'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import { type PlantKind, plantKinds } from './plant/plant-presets.ts'

export const helpText = `Ohmstead reference controller: a simulated plant on the real controller link.

  npm run controller -- --url https://cloud.example --serial XXXX-XXXX-XXXX-XXXX --secret SECRET [options]

Credentials, one of
  --url URL --secret SECRET        enrol over HTTP; what the cloud answers is kept in the data directory
  --mqtt URL --password PASSWORD   as shown by "Add a controller": mqtt://host:1883 (mqtts://, ws://, wss://)
  --url URL --token TOKEN --p1-port /dev/ttyUSB0
                                   read a real meter's P1 port and post its telegrams (--baud 115200, or 9600)
  --url URL --token TOKEN --p1 STYLE
                                   be a P1 meter: post telegrams over HTTP; STYLE is slovenian or dsmr5

Plant
  --kind KIND          ${plantKinds.join(', ')}
                       (home-pv-battery)
  --load FILE.csv      replay a measured series as base load: a column of times, the demand in kW (W, Wh and kWh are
                       read from its name) and, if there, a photovoltaic column in kW per kWp or kW
  --fill hold|linear   between measured steps: keep the value (sums stay exact) or draw lines (hold)
  --pv KWP             size of the photovoltaic plant; 0 for none
  --battery KWH        size of the battery; 0 for none
  --seed N             another number, another household (from the serial)
  --latitude, --longitude, --time-zone
                       place (46.05, 14.51, Europe/Ljubljana)

Running
  --data-dir DIR       where unacknowledged readings, the plant and credentials are kept (.data/controller/<serial>)
  --period SECONDS     pace of readings (60)
  --replay-from DATE --replay-days N
                       first send the days from DATE on (at most 399 days back, up to now) as history, oldest first;
                       a measured series is laid on the same days of the year
  --software-certificate FILE
                       update this program by itself, to images that the owners of these certificates have signed; who
                       did not enrol also needs --ddi https://cloud.example/ddi and --token TOKEN
  --ca-file FILE       the authority of the cloud's certificate, if the system does not know it
  --config FILE        options as lines NAME=value, such as REPLAY_FROM=2026-01-01
  self-test            as the first word: tries clock, names, cloud, broker, credentials, disk and port, and says what is wrong
  --uplink WORD        what it says it is connected over: ethernet, wifi, lte (ethernet); data over lte may cost
  --clock-offset SECONDS
                       run with a wrong clock, for tests
  --trial SECONDS      how long an updated version may take to be connected (600)
  --help`

export interface CliOptions {
  serial: string
  url: string | null
  secret: string | null
  mqttUrl: string | null
  password: string | null
  token: string | null
  p1: 'slovenian' | 'dsmr5' | null
  p1Port: string | null
  baud: number
  caFile: string | null
  kind: PlantKind
  loadFile: string | null
  fill: 'hold' | 'linear'
  pvKwp: number | null
  batteryKwh: number | null
  seed: number | null
  latitude: number
  longitude: number
  timeZone: string
  dataDir: string
  periodSeconds: number
  replayFrom: string | null
  replayDays: number
  clockOffsetSeconds: number
  uplink: string
  softwareCertificate: string | null
  ddiUrl: string | null
  trialSeconds: number
}

const names = [
  'url serial secret mqtt password token p1 p1-port baud ca-file kind load fill pv battery seed latitude longitude time-zone data-dir period',
  'replay-from replay-days clock-offset uplink software-certificate ddi trial',
]
  .join(' ')
  .split(' ')

/** Parses the command line; null requests the help text. Throws an Error that names the mistake. */
export function parseCliOptions(args: readonly string[]): CliOptions | null {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values }: { values: Record<string, unknown> } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help || args.length === 0) return null
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : null)
  const number = (name: string, min: number, max: number) => {
    const given = text(name)
    if (given === null) return null
    const value = Number(given)
    if (!(value >= min && value <= max)) throw new Error(`--${name} must be a number from ${min} to ${max}`)
    return value
  }
  const choice = <T extends string>(name: string, choices: readonly T[]): T | null => {
    const given = text(name)
    if (given !== null && !choices.includes(given as T))
      throw new Error(`--${name} must be one of ${choices.join(', ')}`)
    return given as T | null
  }
  const serial = parseSerial(text('serial') ?? '')
  if (!serial) throw new Error('--serial XXXX-XXXX-XXXX-XXXX is needed')
  const parsed: CliOptions = {
    serial: serial.serial,
    url: text('url'),
    secret: text('secret'),
    mqttUrl: text('mqtt'),
    password: text('password'),
    token: text('token'),
    p1: choice('p1', ['slovenian', 'dsmr5']),
    p1Port: text('p1-port'),
    baud: number('baud', 300, 921_600) ?? 115_200,
    caFile: text('ca-file'),
    kind: choice('kind', plantKinds) ?? 'home-pv-battery',
    loadFile: text('load'),
    fill: choice('fill', ['hold', 'linear']) ?? 'hold',
    pvKwp: number('pv', 0, 100_000),
    batteryKwh: number('battery', 0, 100_000),
    seed: number('seed', 0, 2 ** 31),
    latitude: number('latitude', -90, 90) ?? 46.05,
    longitude: number('longitude', -180, 180) ?? 14.51,
    timeZone: text('time-zone') ?? 'Europe/Ljubljana',
    dataDir: text('data-dir') ?? `.data/controller/${serial.serial}`,
    periodSeconds: number('period', 1, 3600) ?? (text('p1') || text('p1-port') ? 10 : 60),
    replayFrom: text('replay-from'),
    replayDays: number('replay-days', 1, 399) ?? 399,
    clockOffsetSeconds: number('clock-offset', -1e9, 1e9) ?? 0,
    uplink: text('uplink') ?? 'ethernet',
    softwareCertificate: text('software-certificate'),
    ddiUrl: text('ddi'),
    trialSeconds: number('trial', 10, 3600) ?? 600,
  }
  if (parsed.p1 && !(parsed.url && parsed.token)) throw new Error('--p1 needs --url and --token')
  if (parsed.p1 && parsed.replayFrom) throw new Error('a P1 meter has no history to replay')
  if (parsed.p1Port && !(parsed.url && parsed.token)) throw new Error('--p1-port needs --url and --token')
  if (!parsed.p1 && !parsed.p1Port && !(parsed.url && parsed.secret) && !(parsed.mqttUrl && parsed.password))
    throw new Error('give --url and --secret, or --mqtt and --password')
  if (parsed.replayFrom && !/^\d{4}-\d\d-\d\d$/.test(parsed.replayFrom))
    throw new Error('--replay-from must be YYYY-MM-DD')
  return parsed
}
