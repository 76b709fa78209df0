import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { deviceGroups, proofs, settingNames, setupSteps } from '@ohmstead/domain/fleet/device-setup'
import { z } from 'zod'

const kind = z.enum(controllerKinds)

/** What a person types into the device. Its secrets are shown only this once. */
export const connectionSettings = z.object({
  mqtt: z.object({
    host: z.string(),
    port: z.number(),
    tls: z.boolean(),
    web_socket_url: z.string().nullable(),
    client_id: z.string(),
    user: z.string(),
    password: z.string(),
    publish: z.array(z.string()),
    subscribe: z.array(z.string()),
  }),
  http: z.object({
    data_url: z.string(),
    p1_url: z.string(),
    dsmr_reader_url: z.string(),
    token: z.string(),
  }),
  examples: z.object({ mosquitto_pub: z.string(), curl: z.string(), p1: z.string() }),
})
connectionSettings.register(z.globalRegistry, { id: 'ConnectionSettings' })
export type ConnectionSettingsView = z.output<typeof connectionSettings>

/**
 * How far its adapter is proven: with a real device, with an unmodified program of others, with recorded messages, or by
 * nothing but the published protocol.
 */
const tried = z.enum(proofs)

/** What a person types into a foreign device. */
export const deviceSetup = z.object({
  protocol: z.string(),
  /** The name of the product, not translated. */
  title: z.string(),
  tried,
  /** What to do, in order. */
  steps: z.array(z.enum(setupSteps)),
  fields: z.array(z.object({ name: z.enum(settingNames), value: z.string() })),
  /** Ready to paste into a file or a shell; null where typing is the only way. */
  snippet: z.string().nullable(),
  /** What a QR code holds for devices that are set up by a phone. */
  qr: z.string().nullable(),
})
deviceSetup.register(z.globalRegistry, { id: 'DeviceSetup' })
export type DeviceSetupView = z.output<typeof deviceSetup>

export const protocol = z.object({
  protocol: z.string(),
  title: z.string(),
  /** What its devices are. */
  group: z.enum(deviceGroups),
  tried,
  controller_kind: kind,
})
protocol.register(z.globalRegistry, { id: 'Protocol' })
export type ProtocolView = z.output<typeof protocol>

/** For the reference controller, which fetches its credentials itself, once. */
const enrolment = z.object({ url: z.string(), serial: z.string(), secret: z.string() })
enrolment.register(z.globalRegistry, { id: 'ControllerEnrolment' })

export const issued = z.object({
  id: z.number(),
  unit_id: z.string(),
  kind,
  location_id: z.number(),
  protocol: z.string(),
  settings: connectionSettings,
  /** Null for our own link. */
  device_setup: deviceSetup.nullable(),
  enrolment,
  /** Anything received from the controller after this time was sent with these credentials. */
  issued_at: z.number(),
})
issued.register(z.globalRegistry, { id: 'IssuedController' })
export type IssuedController = z.output<typeof issued>
