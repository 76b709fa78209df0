import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedSource } from './guess-source.ts'
import { proposeMappings } from './propose-mapping.ts'

const named = (source: string, unit: string | null, more: Partial<NamedSource> = {}): NamedSource => ({
  ...{ source, name: null, unit },
  ...more,
})

/** What a source alone is taken for: `category metric factor`, or nothing. */
function propose(source: string, unit: string | null, more: Partial<NamedSource> = {}): string {
  const [proposal] = proposeMappings([named(source, unit, more)]).values()
  return proposal ? `${proposal.category} ${proposal.metric} ${proposal.factor}` : 'nothing'
}

describe('names as devices and people write them', () => {
  it.each([
    ['sensor.grid_power', 'W', 'GRID power 1'],
    ['sensor.p1_meter_power', 'kW', 'GRID power 1000'],
    ['sensor.stromzaehler_bezug', 'kWh', 'GRID energy_import 1000'],
    ['sensor.netzeinspeisung_gesamt', 'kWh', 'GRID energy_export 1000'],
    ['stevec/oddaja', 'kWh', 'GRID energy_export 1000'],
    ['stevec/prejem', 'MWh', 'GRID energy_import 1000000'],
    ['omrezje/moc', 'kW', 'GRID power 1000'],
    ['Omrežje/napetost L2', 'V', 'GRID voltage_l2 1'],
    ['sensor.smart_meter_current_phase_b', 'A', 'GRID current_l2 1'],
    ['meter/frequency', 'Hz', 'GRID frequency 1'],
    ['sensor.energy_consumed_grid_tariff_t1', 'kWh', 'nothing'],
    ['dsmr/reading/grid_delivered_t1', 'kWh', 'GRID energy_import_t1 1000'],
    ['grid/export_power', 'W', 'GRID power -1'],
    ['rete/potenza', 'W', 'GRID power 1'],
    ['reseau/puissance', 'W', 'GRID power 1'],
    ['мрежа/моќност', 'kW', 'GRID power 1000'],
    ['sensor.solar_inverter_power', 'W', 'SOLAR_POWER_PLANT power 1'],
    ['pv1/leistung', 'kW', 'SOLAR_POWER_PLANT power 1000'],
    ['sončna elektrarna/moč', 'kW', 'SOLAR_POWER_PLANT power 1000'],
    ['sensor.wechselrichter_gesamtertrag', 'kWh', 'SOLAR_POWER_PLANT energy_production 1000'],
    ['zonnepanelen_opbrengst', 'MWh', 'SOLAR_POWER_PLANT energy_production 1000000'],
    ['falownik/moc', 'W', 'SOLAR_POWER_PLANT power 1'],
    ['pv/mppt1/voltage', 'V', 'nothing'],
    ['sensor.pv_energy_today', 'kWh', 'nothing'],
    ['sensor.solar_forecast_power', 'W', 'nothing'],
    ['sensor.house_battery_soc', '%', 'BATTERY soc 1'],
    ['akku/ladezustand', '%', 'BATTERY soc 1'],
    ['baterija/moč praznjenja', 'W', 'BATTERY power 1'],
    ['speicher/ladeleistung', 'W', 'BATTERY power -1'],
    ['hranilnik/energija polnjenje', 'kWh', 'BATTERY energy_charge 1000'],
    ['sensor.powerwall_discharged', 'kWh', 'BATTERY energy_discharge 1000'],
    ['battery/capacity', 'kWh', 'BATTERY capacity 1000'],
    ['battery/temperature', '°C', 'BATTERY temperature 1'],
    ['battery/voltage', 'V', 'nothing'],
    ['sensor.phone_battery_level', '%', 'nothing'],
    ['sensor.kitchen_remote_battery', '%', 'nothing'],
    ['wallbox/power', 'kW', 'EV_CHARGER power 1000'],
    ['sensor.easee_session_energy', 'kWh', 'EV_CHARGER session_energy 1000'],
    ['polnilnica/energija', 'kWh', 'EV_CHARGER energy_consumption 1000'],
    ['sensor.ev_battery_soc', '%', 'EV_CHARGER soc 1'],
    ['sensor.heat_pump_power', 'W', 'HVAC power 1'],
    ['toplotna črpalka/moč', 'W', 'HVAC power 1'],
    ['Wärmepumpe Energie', 'kWh', 'HVAC energy_consumption 1000'],
    ['tepelne cerpadlo vykon', 'W', 'HVAC power 1'],
    ['sensor.dishwasher_power', 'W', 'OTHER power 1'],
    ['pralni stroj/poraba', 'kWh', 'OTHER energy_consumption 1000'],
    ['grid_power_kw', null, 'GRID power 1000'],
    ['grid/power', null, 'GRID power 1'],
    ['grid/energy', null, 'nothing'],
    ['sensor.electricity_price', 'EUR/kWh', 'nothing'],
    ['weather/irradiance', 'W/m²', 'nothing'],
    ['grid/power_limit', 'W', 'nothing'],
    ['sensor.random', 'W', 'nothing'],
    ['grid/voltage_l1_l2', 'V', 'nothing'],
    ['__proto__/constructor', 'toString', 'nothing'],
  ])('%s (%s) is %s', (source, unit, expected) => {
    expect(propose(source, unit)).toBe(expected)
  })

  it('a name that a person gave counts beside the address', () => {
    expect(propose('shelly/a1b2/0', 'W', { name: 'Sončna elektrarna' })).toBe('SOLAR_POWER_PLANT power 1')
  })

  it('what goes up and down is no register', () => {
    expect(propose('sensor.solar_yield', 'kWh', { stateClass: 'measurement' })).toBe('nothing')
    expect(propose('sensor.solar_yield', 'kWh', { stateClass: 'total_increasing' })).toBe(
      'SOLAR_POWER_PLANT energy_production 1000',
    )
  })
})

const list = (sources: readonly NamedSource[]) =>
  Object.fromEntries(
    [...proposeMappings(sources)].map(([source, { device, metric, factor }]) => [
      source,
      `${device}/${metric} ${factor}`,
    ]),
  )

describe('a whole house', () => {
  it('two devices of a kind are told apart by their names', () => {
    const sources = ['roof', 'garage'].flatMap((place) => [
      named(`${place}/inverter/power`, 'W'),
      named(`${place}/inverter/energy`, 'kWh'),
    ])
    expect(list(sources)).toEqual({
      'roof/inverter/power': 'pv/power 1',
      'roof/inverter/energy': 'pv/energy_production 1000',
      'garage/inverter/power': 'pv2/power 1',
      'garage/inverter/energy': 'pv2/energy_production 1000',
    })
  })

  it('different words for one device come together', () => {
    expect(
      list([named('meter/power', 'W'), named('grid/import', 'kWh'), named('netz/export', 'kWh')]),
    ).toEqual({
      'meter/power': 'grid/power 1',
      'grid/import': 'grid/energy_import 1000',
      'netz/export': 'grid/energy_export 1000',
    })
  })

  it('neither half of a power is proposed where both come by themselves', () => {
    expect(list([named('grid/import_power', 'W'), named('grid/export_power', 'W')])).toEqual({})
  })

  it('a level without more is a battery only beside values of one', () => {
    expect(list([named('house/battery', '%')])).toEqual({})
    expect(list([named('house/battery', '%'), named('battery/power', 'W')])).toMatchObject({
      'house/battery': 'bat/soc 1',
    })
  })

  it('points of SunSpec are known by what stands beside them', () => {
    expect(
      list(['W', 'WH', 'PhVphA', 'AphA', 'Hz', 'TmpCab'].map((point) => named(`roof:${point}`, null))),
    ).toEqual({
      'roof:W': 'pv/power 1',
      'roof:WH': 'pv/energy_production 1',
      'roof:PhVphA': 'pv/voltage_l1 1',
      'roof:AphA': 'pv/current_l1 1',
      'roof:Hz': 'pv/frequency 1',
    })
    expect(list(['W', 'TotWhImp', 'TotWhExp'].map((point) => named(`m:${point}`, null)))).toEqual({
      'm:W': 'grid/power 1',
      'm:TotWhImp': 'grid/energy_import 1',
      'm:TotWhExp': 'grid/energy_export 1',
    })
  })

  it('what is mapped already, and devices of others, are left alone', () => {
    const grid = { device: 'grid', deviceName: 'Main', category: 'GRID' as const, metric: 'power' as const }
    const proposals = proposeMappings(
      [named('meter/power', 'W'), named('meter/import', 'kWh'), named('pv/power', 'W')],
      [{ source: 'x', factor: 1, ...grid }],
      ['pv'],
    )
    expect(proposals.get('meter/import')?.device).toBe('grid2')
    expect(proposals.get('meter/power')?.device).toBe('grid2')
    expect(proposals.get('pv/power')).toMatchObject({ device: 'pv2', deviceName: 'PV 2' })
  })

  it('never two sources for the same metric of a device, whatever their names', () => {
    const words = [
      'grid',
      'pv',
      'battery',
      'l1',
      'power',
      'energy',
      'import',
      'export',
      'W',
      'WH',
      'soc',
      'home',
    ]
    const source = fc.record({
      source: fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
        .map((parts) => parts.join('/')),
      name: fc.option(fc.string()),
      unit: fc.constantFrom('W', 'kWh', '%', 'V', null),
    })
    fc.assert(
      fc.property(fc.uniqueArray(source, { selector: (one) => one.source, maxLength: 40 }), (sources) => {
        const proposals = [...proposeMappings(sources).values()]
        expect(new Set(proposals.map(({ device, metric }) => `${device}/${metric}`)).size).toBe(
          proposals.length,
        )
      }),
      { numRuns: 60, verbose: 0 },
    )
  })
})
