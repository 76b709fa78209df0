import { describe, expect, it } from 'vitest'
import { helpText, parseCliOptions } from './cli-options.ts'

const serial = ['--serial', 'abcd-efgh-jkmn-pq00']
const mqtt = [...serial, '--mqtt', 'mqtt://localhost', '--password', 'x']

describe('parseCliOptions', () => {
  it('returns null without arguments or with --help', () => {
    expect(parseCliOptions([])).toBeNull()
    expect(parseCliOptions(['--help'])).toBeNull()
    expect(helpText).toContain('--replay-from')
  })

  it('parses credentials and plant, and normalises the serial', () => {
    expect(parseCliOptions([...mqtt, '--kind', 'farm', '--battery', '12.5'])).toMatchObject({
      serial: 'ABCD-EFGH-JKMN-PQ00',
      mqttUrl: 'mqtt://localhost',
      kind: 'farm',
      batteryKwh: 12.5,
      periodSeconds: 60,
    })
  })

  it.each([
    ['no serial', ['--mqtt', 'mqtt://a', '--password', 'x'], /--serial/],
    ['no credentials', serial, /--url and --secret/],
    ['half of the credentials', [...serial, '--url', 'http://a'], /--url and --secret/],
    ['a kind that is none', [...mqtt, '--kind', 'castle'], /--kind must be one of/],
    ['a number that is none', [...mqtt, '--pv', 'much'], /--pv must be a number/],
    ['a day that is none', [...mqtt, '--replay-from', 'yesterday'], /--replay-from/],
    ['an option that is none', [...mqtt, '--fast'], /fast/],
    ['a P1 meter without a token', [...serial, '--p1', 'dsmr5'], /--p1 needs/],
  ])('refuses %s', (_, args, message) => {
    expect(() => parseCliOptions(args)).toThrow(message)
  })
})
