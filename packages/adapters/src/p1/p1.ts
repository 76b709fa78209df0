import type { Adapter, AdapterSession, KnownState } from '../adapter.ts'
import { createDeviceBook } from '../device-book.ts'
import { createSideMeters, sideMeterRows } from '../side-meters.ts'
import { readTelegrams } from './read-telegrams.ts'

/** Telegrams of a smart meter's consumer port as they are, from any reader that passes them on. */
export const p1: Adapter = {
  kind: 'p1',
  title: 'P1',
  group: 'meter',
  tried: 'messages',
  controllerKind: 'P1_WIFI',
  describeSetup: ({ serial, httpUrl, httpToken, mqttHost, mqttPort, isMqttTls, mqttPassword }) => ({
    steps: ['open_device_page', 'enter_values', 'save_and_restart'],
    fields: [
      { name: 'http_address', value: `${httpUrl}/link/v1/${serial}/p1` },
      { name: 'token', value: httpToken },
      { name: 'mqtt_host', value: mqttHost },
      { name: 'mqtt_port', value: String(mqttPort) },
      ...(isMqttTls ? [{ name: 'mqtt_tls' as const, value: '✓' }] : []),
      { name: 'mqtt_topic', value: `ems/v1/${serial}/ext/p1` },
      { name: 'mqtt_user', value: serial },
      { name: 'mqtt_password', value: mqttPassword },
    ],
    snippet: `curl --data-binary @telegram.txt -H 'Authorization: Bearer ${httpToken}' ${httpUrl}/link/v1/${serial}/p1\n`,
    qr: null,
  }),
  mappings: [
    { source: '1.7.0 − 2.7.0, or 16.7.0', target: 'grid/power', change: 'kW × 1000' },
    { source: '21.7.0 − 22.7.0, 41… − 42…, 61… − 62…', target: 'grid/power_lN', change: 'kW × 1000' },
    { source: '1.8.0, or 1.8.1 + 1.8.2 …', target: 'grid/energy_import', change: 'kWh × 1000' },
    { source: '2.8.0, or 2.8.1 + 2.8.2 …', target: 'grid/energy_export', change: 'kWh × 1000' },
    { source: '1.8.1', target: 'grid/energy_import_t1', change: 'kWh × 1000' },
    { source: '1.8.2', target: 'grid/energy_import_t2', change: 'kWh × 1000' },
    { source: '2.8.1', target: 'grid/energy_export_t1', change: 'kWh × 1000' },
    { source: '2.8.2', target: 'grid/energy_export_t2', change: 'kWh × 1000' },
    { source: '32.7.0, 52.7.0, 72.7.0', target: 'grid/voltage_lN', change: '' },
    { source: '31.7.0, 51.7.0, 71.7.0', target: 'grid/current_lN', change: "sign of its phase's power" },
    { source: '3.7.0 − 4.7.0', target: 'grid/reactive_power', change: 'kvar × 1000' },
    { source: '13.7.0', target: 'grid/power_factor', change: '' },
    { source: '14.7.0', target: 'grid/frequency', change: '' },
    { source: '96.14.0', target: 'grid/tariff', change: 'as a number' },
    { source: '1.4.0', target: 'grid/power_avg_15m', change: 'kW × 1000' },
    { source: '1.6.0', target: 'grid/power_peak_month', change: 'kW × 1000' },
    ...sideMeterRows({
      gas: '0-N:24.2.1 of a gas meter',
      water: '0-N:24.2.1 of a water meter',
      heat: '0-N:24.2.1 of a heat meter',
    }),
  ],
  openSession: openP1,
}

function openP1(known: KnownState): AdapterSession {
  const book = createDeviceBook(known)
  const kept = { known, book, sideMeters: createSideMeters(known, book) }
  return {
    read(message) {
      const state = message.text.length < 12 ? message.text.trim().toLowerCase() : ''
      if (state === 'online' || state === 'offline') return { isOnline: state === 'online' }
      return message.isRetained ? {} : readTelegrams(kept, message)
    },
  }
}
