import type { LinkAddress } from '@ohmstead/domain/fleet/connection-settings'
import type { Deps } from '../../deps.ts'
import type { Link } from './link.ts'

type LinkedTo = Pick<Deps, 'settings'> & { link: Pick<Link, 'mqttPort' | 'mqttTlsPort' | 'acceptMqtt'> }

const defaultPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }

/**
 * Where controllers reach this cloud: the public host, and the port of the embedded broker, the one with TLS if there is
 * one. With an external broker, `MQTT_PUBLIC_URL` is shown to controllers; without it, the first one that the server
 * itself uses.
 */
export function linkAddressOf({ settings, link }: LinkedTo): LinkAddress {
  const httpUrl = settings.publicUrl
  const external = settings.mqttPublicUrl ?? settings.mqttUrls[0] ?? null
  if (external === null) {
    const mqttHost = new URL(httpUrl).hostname
    const { mqttPort, mqttTlsPort } = link
    return {
      mqttHost,
      mqttPort: mqttTlsPort ?? mqttPort ?? settings.mqttPort,
      isMqttTls: mqttTlsPort !== null,
      webSocketUrl: ownWebSocket({ settings, link }),
      httpUrl,
    }
  }
  const { hostname, port, protocol } = new URL(external)
  const isMqttTls = protocol === 'mqtts:' || protocol === 'wss:'
  return {
    mqttHost: hostname,
    mqttPort: port ? Number(port) : (defaultPorts[protocol] ?? 1883),
    isMqttTls,
    webSocketUrl: protocol.startsWith('ws') ? external : ownWebSocket({ settings, link }),
    httpUrl,
  }
}

/** On the port of the pages; no client certificate reaches it there. */
function ownWebSocket({ settings, link }: LinkedTo): string | null {
  const isOpen = link.acceptMqtt !== null && settings.mqttTlsListener?.clientCertificates !== 'required'
  return isOpen ? `${settings.publicUrl.replace(/^http/, 'ws')}/mqtt` : null
}
