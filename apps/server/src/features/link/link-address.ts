import type { LinkAddress } from '@ohmstead/domain/fleet/connection-settings'
import type { Deps } from '../../deps.ts'

const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }

/**
 * Where controllers reach this cloud: the public host, and the port of the embedded broker. With an external broker,
 * `MQTT_PUBLIC_URL` is shown to controllers; without it, the first one that the server itself uses.
 */
export function linkAddressOf({ settings, link }: Pick<Deps, 'settings' | 'link'>): LinkAddress {
  const httpUrl = settings.publicUrl
  const external = settings.mqttPublicUrl ?? settings.mqttUrls[0] ?? null
  if (external === null) {
    const mqttHost = new URL(httpUrl).hostname
    return { mqttHost, mqttPort: link.mqttPort ?? settings.mqttPort, isMqttTls: false, httpUrl }
  }
  const { hostname, port, protocol } = new URL(external)
  const isMqttTls = protocol === 'mqtts:' || protocol === 'wss:'
  return {
    mqttHost: hostname,
    mqttPort: port ? Number(port) : (defaultPorts[protocol] ?? 1883),
    isMqttTls,
    httpUrl,
  }
}
