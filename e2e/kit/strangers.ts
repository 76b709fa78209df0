import { execFileSync } from 'node:child_process'
import type { SettingName } from '@ohmstead/domain/fleet/device-setup'
import { findProgram } from '../../tools/test-run/system-packages.ts'

export type { SettingName }

type Shown = (name: SettingName) => Promise<string>

/** Devices of others, as they first send to the address that a page shows. */
export interface Stranger {
  title: string
  /** What the page finds. */
  device: string | RegExp
  category: string
  value: RegExp
  /** Sends as the device does, with what a person typed into it; returns how it hangs up. */
  send(shown: Shown): Promise<() => void>
}

const now = () => new Date().toISOString()

async function open(address: string, options: { protocol?: string; auth?: string } = {}): Promise<WebSocket> {
  const { protocol, auth } = options
  const authorization = `Basic ${Buffer.from(auth ?? '').toString('base64')}`
  const socket = new WebSocket(address, {
    ...(protocol !== undefined && { protocols: [protocol] }),
    ...(auth !== undefined && { headers: { authorization } }),
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return socket
}

export const strangers: readonly Stranger[] = [
  {
    title: 'Shelly',
    device: 'shellypro3em-a1 em:0',
    category: 'GRID',
    value: /1[.,]5[0-9]*\s?kW/,
    send: async (shown) => {
      const socket = await open(await shown('web_socket_address'))
      const params = { ts: Date.now() / 1000, 'em:0': { id: 0, total_act_power: 1500, a_act_power: 1500 } }
      socket.send(JSON.stringify({ src: 'shellypro3em-a1', dst: 'ws', method: 'NotifyFullStatus', params }))
      return () => socket.close()
    },
  },
  {
    title: 'evcc',
    // The number tells it from the location's other chargers.
    device: /^Charger \d+$/,
    category: 'EV_CHARGER',
    value: /7[.,]2[0-9]*\s?kW/,
    send: async (shown) => {
      const [host, port] = (await shown('mqtt_address')).split(':')
      const topic = `${await shown('mqtt_topic')}/loadpoints/1/chargePower`
      const [user, password] = [await shown('mqtt_user'), await shown('mqtt_password')]
      const who = ['-h', host!, '-p', port!, '-u', user, '-P', password]
      execFileSync(findProgram('mosquitto_pub')!, [...who, '-q', '1', '-t', topic, '-m', '7200'])
      return () => {}
    },
  },
  {
    title: 'OCPP',
    device: /^Charger \d+$/,
    category: 'EV_CHARGER',
    value: /3[.,]7[0-9]*\s?kW/,
    send: async (shown) => {
      const serial = await shown('charge_point_id')
      const address = `${await shown('web_socket_address')}/${serial}`
      const auth = `${serial}:${await shown('password')}`
      const socket = await open(address, { protocol: 'ocpp1.6', auth })
      const call = (action: string, payload: object) =>
        socket.send(JSON.stringify([2, action, action, payload]))
      call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'One' })
      const sampledValue = [{ value: '3700', measurand: 'Power.Active.Import', unit: 'W' }]
      call('MeterValues', { connectorId: 1, meterValue: [{ timestamp: now(), sampledValue }] })
      return () => socket.close()
    },
  },
  {
    title: 'P1',
    device: /^Electricity meter( \d+)?$/,
    category: 'GRID',
    value: /2[.,]35[0-9]*\s?kW/,
    send: async (shown) => {
      const answer = await fetch(await shown('http_address'), {
        method: 'POST',
        body: '/OHM5TEST\r\n\r\n1-0:1.8.0(000317.695*kWh)\r\n1-0:1.7.0(02.350*kW)\r\n!\r\n',
        headers: { authorization: `Bearer ${await shown('token')}` },
      })
      if (!answer.ok) throw new Error(await answer.text())
      return () => {}
    },
  },
]
