import type { MappedSource } from '@ohmstead/adapters/mapped-source'

interface MessageOf {
  /** The topic below the controller's own, and the payload, of the `turn`th message at `now`. */
  message(turn: number, now: number): { topic: string; text: string }
  mapping?: readonly MappedSource[]
}

const json = (topic: string, value: unknown) => ({ topic, text: JSON.stringify(value) })
const watts = (turn: number) => 500 + ((turn * 37) % 4000)
const iso = (now: number) => new Date(now).toISOString()

const mapped = (source: string): MappedSource => ({
  ...{ source, device: 'grid', deviceName: 'Grid' },
  ...{ category: 'GRID', metric: 'power', factor: 1 },
})

/** The usual message of each kind, as often as its devices send it. */
export const foreignMessages: Readonly<Record<string, MessageOf>> = {
  ems: {
    message: (turn, now) => {
      const values = {
        ...{ 'grid/power': watts(turn), 'grid/energy_import': turn * 10, 'grid/energy_export': turn },
        ...{ 'pv/power': watts(turn + 1), 'pv/energy_production': turn * 9, 'bat/power': 300, 'bat/soc': 50 },
        ...{ 'ev/power': 0 },
      }
      return json('data', { v: 1, samples: [{ ts: now, values }] })
    },
  },
  evcc: { message: (turn) => ({ topic: 'ext/evcc/site/grid/power', text: String(watts(turn)) }) },
  openems: {
    message: (turn, now) =>
      json('ext/openems', {
        jsonrpc: '2.0',
        method: 'timestampedData',
        params: {
          [now]: {
            ...{ '_sum/GridActivePower': watts(turn), '_sum/GridBuyActiveEnergy': turn * 10 },
            ...{
              '_sum/ProductionActivePower': watts(turn + 1),
              '_sum/EssSoc': 57,
              '_sum/EssActivePower': -600,
            },
            ...{ '_sum/ConsumptionActivePower': 4100, '_sum/GridMode': 1 },
          },
        },
      }),
  },
  shelly: {
    message: (turn, now) =>
      json('ext/shelly/pro3em/events/rpc', {
        src: 'shellypro3em-1',
        method: 'NotifyStatus',
        params: {
          ts: now / 1000,
          'em:0': {
            ...{ id: 0, a_act_power: watts(turn), b_act_power: 10, c_act_power: 20 },
            ...{ total_act_power: watts(turn) + 30, a_voltage: 230, b_voltage: 231, c_voltage: 229 },
          },
        },
      }),
  },
  victron: {
    message: (turn) =>
      json(`ext/victron/N/c0619ab1/system/0/Ac/Grid/L${(turn % 3) + 1}/Power`, { value: watts(turn) }),
  },
  p1: {
    message: (turn, now) => {
      const local = new Date(now + 3_600_000).toISOString().replace(/\D/g, '').slice(2, 14)
      const kw = (value: number) => (value / 1000).toFixed(3).padStart(6, '0')
      const lines = [
        ...['/OHM5TEST', '', `0-0:1.0.0(${local}W)`, `1-0:1.8.1(${String(turn).padStart(6, '0')}.000*kWh)`],
        ...['1-0:1.8.2(000000.000*kWh)', '1-0:2.8.1(000000.000*kWh)', '1-0:2.8.2(000000.000*kWh)'],
        ...[`1-0:1.7.0(${kw(watts(turn))}*kW)`, '1-0:2.7.0(00.000*kW)', '1-0:32.7.0(230.1*V)', '!', ''],
      ]
      return { topic: 'ext/p1', text: lines.join('\r\n') }
    },
  },
  ams: {
    message: (turn, now) =>
      json('ext/ams', {
        ...{ id: 'meter', up: turn, t: Math.floor(now / 1000) },
        data: {
          P: watts(turn),
          PO: 0,
          U1: 230,
          U2: 231,
          U3: 229,
          I1: 2,
          I2: 1,
          I3: 3,
          tPI: turn / 100,
          tPO: 0,
        },
      }),
  },
  dsmr: {
    message: (turn) => ({
      topic: 'ext/dsmr/reading/electricity_currently_delivered',
      text: (watts(turn) / 1000).toFixed(3),
    }),
  },
  homewizard: {
    message: (turn) =>
      json('ext/homewizard/p1', {
        ...{ active_power_w: watts(turn), total_power_import_kwh: turn / 100, total_power_export_kwh: 0 },
        ...{ active_power_l1_w: watts(turn), active_voltage_l1_v: 230 },
      }),
  },
  tasmota: {
    message: (turn) =>
      json('ext/tasmota/tele/plug/SENSOR', {
        Time: '2026-06-01T12:00:00',
        ENERGY: { Total: turn / 1000, Power: watts(turn), Voltage: 230, Current: 2 },
      }),
  },
  homeassistant: {
    message: (turn) => ({ topic: 'ext/homeassistant/sensor/grid/state', text: String(watts(turn)) }),
    mapping: [mapped('homeassistant/sensor/grid')],
  },
  generic: {
    message: (turn) => json('ext/generic/home', { power: watts(turn), voltage: 230 }),
    mapping: [mapped('generic/home:power')],
  },
  emoncms: {
    message: (turn) =>
      json('ext/emoncms/input/post', { node: 'home', fulljson: JSON.stringify({ power: watts(turn) }) }),
    mapping: [mapped('emoncms/home/power')],
  },
  ocpp: {
    message: (turn, now) =>
      json('ext/ocpp', [
        2,
        `m${turn}`,
        'MeterValues',
        {
          connectorId: 1,
          meterValue: [
            {
              timestamp: iso(now),
              sampledValue: [
                { value: String(turn * 10), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
                { value: String(watts(turn)), measurand: 'Power.Active.Import', unit: 'W' },
              ],
            },
          ],
        },
      ]),
  },
}
