import { describe, expect, it, test } from 'vitest'
import { createTrial } from '../adapter-trial.ts'
import type { SeenSource } from '../mapped-source.ts'
import { readTemplate } from './discovery.ts'
import { homeAssistant } from './homeassistant.ts'

const later = { arrivedAt: 1_767_225_700_000 }

describe('Home Assistant', () => {
  it('proposes an entity of its state stream by name and unit', () => {
    const trial = createTrial(homeAssistant)
    trial.send('sensor/hisa_moc/unit_of_measurement', '"kW"')
    trial.send('sensor/hisa_moc/friendly_name', '"Omrežje moč"')
    const { sources, samples } = trial.send('sensor/hisa_moc/state', '1.25', later)
    expect(samples).toBeUndefined()
    expect(sources).toEqual([
      {
        source: 'homeassistant/sensor/hisa_moc',
        ...{ name: 'Omrežje moč', value: '1.25', unit: 'kW', at: later.arrivedAt, readAt: later.arrivedAt },
        isUnreadable: false,
        proposal: {
          source: 'homeassistant/sensor/hisa_moc',
          ...{ device: 'grid', deviceName: 'Grid', category: 'GRID', metric: 'power', factor: 1000 },
        },
      },
    ])
  })

  it('keeps unit and class that come by another connection than the state, before or after it', () => {
    const told = (messages: readonly (readonly [path: string, text: string])[]) => {
      let sources: SeenSource[] = []
      for (const [path, text] of messages)
        sources = createTrial(homeAssistant, { sources }).send(path, text).sources ?? sources
      return sources.map(({ unit, value, proposal }) => [unit, value, proposal?.factor])
    }
    const unit = ['sensor/grid_power/unit_of_measurement', '"kW"'] as const
    const class_ = ['sensor/grid_power/device_class', '"power"'] as const
    const state = ['sensor/grid_power/state', '2.4'] as const
    expect(told([unit, class_, state])).toEqual([['kW', '2.4', 1000]])
    expect(told([state, class_, unit])).toEqual([['kW', '2.4', 1000]])
  })

  it('stores what is mapped in canonical units, and nothing while it is unavailable', () => {
    const mapped = {
      ...{ source: 'homeassistant/sensor/moc', device: 'grid', deviceName: 'Grid' },
      ...{ category: 'GRID' as const, metric: 'power' as const, factor: 1000 },
    }
    const trial = createTrial(homeAssistant, { mapping: [mapped] })
    trial.send('sensor/moc/state', '1.25')
    expect(trial.values()).toEqual({ 'grid/power': 1250 })
    trial.send('sensor/moc/state', 'unavailable')
    expect(trial.values()).toEqual({ 'grid/power': null })
  })

  it('leaves out words and what measures nothing', () => {
    const trial = createTrial(homeAssistant)
    trial.send('weather/home/state', 'cloudy')
    trial.send('sensor/moon/state', 'waxing')
    expect(trial.send('sensor/x/state', '1', later).sources?.map(({ source }) => source)).toEqual([
      'homeassistant/sensor/x',
    ])
  })
})

test('its states reach us by a bridge of the broker in the house, which stays its own', () => {
  const { snippet } = homeAssistant.describeSetup({
    ...{ serial: 'ABCD-EFGH-JKMN-PQRS', mqttHost: 'cloud.example', mqttPort: 8883, mqttPassword: 'secret' },
    ...{ isMqttTls: true, httpUrl: 'https://cloud.example', httpToken: 'token' },
  })
  expect(snippet).toContain('  base_topic: ohmstead\n')
  expect(snippet).toContain('topic # out 1 ohmstead/ ems/v1/ABCD-EFGH-JKMN-PQRS/ext/homeassistant/\n')
  expect(snippet).toContain('address cloud.example:8883\n')
})

describe('devices that describe themselves', () => {
  const discover = (config: object, path = 'homeassistant/sensor/dongle/power/config') =>
    [path, JSON.stringify(config)] as const

  it('ESPHome: unit and class from the description, its topic without our prefix', () => {
    const trial = createTrial(homeAssistant)
    const { info } = trial.send(
      ...discover({
        ...{ name: 'Solar power', unit_of_meas: 'W', dev_cla: 'power', stat_cla: 'measurement' },
        stat_t: 'ems/v1/ABCD-EFGH-JKMN-PQRS/ext/homeassistant/dongle/sensor/solar_power/state',
        dev: { name: 'Dongle', mdl: 'esp32', sw: '2026.1.0' },
      }),
    )
    expect(info).toEqual({ softwareVersion: '2026.1.0' })
    const { sources } = trial.send('dongle/sensor/solar_power/state', '812', later)
    expect(sources).toMatchObject([
      { name: 'Dongle Solar power', unit: 'W', value: '812', proposal: { category: 'SOLAR_POWER_PLANT' } },
    ])
  })

  it('reads simple templates of a shared topic', () => {
    const trial = createTrial(homeAssistant)
    const topic = { state_topic: 'zigbee2mqtt/meter', unit_of_measurement: 'W' }
    trial.send(...discover({ name: 'Grid', ...topic, value_template: '{{ value_json.power | float(0) }}' }))
    const text = JSON.stringify({ power: 410, linkquality: 99 })
    expect(trial.send('zigbee2mqtt/meter', text, later).sources).toMatchObject([
      { source: 'homeassistant/zigbee2mqtt/meter:power', value: '410', proposal: { metric: 'power' } },
    ])
  })

  it('says of other templates that they cannot be read', () => {
    const trial = createTrial(homeAssistant)
    const entity = { state_topic: 'a/b', value_template: '{{ value_json.a * 2 }}' }
    const { sources } = trial.send(...discover({ name: 'Grid power', unit_of_measurement: 'W', ...entity }))
    expect(sources).toMatchObject([{ isUnreadable: true, value: '' }])
  })

  it('knows the components of a whole device', () => {
    const trial = createTrial(homeAssistant)
    const cmps = {
      one: { p: 'sensor', name: 'Battery power', unit_of_meas: 'kW', state_topic: '~/power' },
      two: { p: 'sensor', name: 'Battery SoC', unit_of_meas: '%', state_topic: '~/soc' },
    }
    trial.send(...discover({ '~': 'ess', dev: { name: 'ESS' }, cmps }, 'homeassistant/device/ess/config'))
    trial.send('ess/power', '-2.5')
    expect(trial.send('ess/soc', '57', later).sources).toMatchObject([
      { source: 'homeassistant/ess/power', proposal: { device: 'bat', metric: 'power', factor: 1000 } },
      { source: 'homeassistant/ess/soc', proposal: { device: 'bat', metric: 'soc' } },
    ])
  })

  it.each([
    ['{{ value_json.a.b }}', ['a', 'b']],
    ["{{value_json['a b'][0]|round(2)}}", ['a b', '0']],
    ['{{ value }}', []],
    ['{{ value_json.a + 1 }}', null],
    ['{% if value %}1{% endif %}', null],
    ["{{ value_json.a | replace('1','2') }}", null],
    ['{{- value_json.a -}}', ['a']],
    ['{{}}', null],
    ['{{}', null],
    [7, null],
  ])('template %s', (template, expected) => {
    expect(readTemplate(template)).toEqual(expected)
  })

  it('reads a template made to take long in no time', () => {
    const hostile = `{{${' '.repeat(290)}}`
    expect(Array.from({ length: 3000 }, () => readTemplate(hostile)).some((names) => names !== null)).toBe(
      false,
    )
  })
})
