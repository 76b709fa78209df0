import { z } from 'zod'
import { linkLimits, refusalReasons } from './controller-messages.ts'

// The HTTP twin of the controller link (docs/controller-link.md) as OpenAPI shows it. What a controller sends is decoded
// by `decode-readings.ts`, which keeps the valid part of a message and reports the rest.

const reading = z
  .union([z.number(), z.boolean(), z.string().max(linkLimits.textValueLength), z.null()])
  .describe('A number in W, Wh, V, A, Hz, % or °C, true or false, a short text, or null for no valid value.')

const sample = z
  .object({
    ts: z.int().optional().describe('Epoch milliseconds, UTC. Without it the arrival counts.'),
    values: z
      .record(z.string(), reading)
      .describe('`<device>/<metric>` → value. Power towards the house is positive.')
      .meta({ examples: [{ 'grid/power': 1500, 'pv/power': 3200, 'bat/soc': 57 }] }),
  })
  .meta({ id: 'LinkSample' })

const readings = z.object({
  v: z.literal(1).optional().describe('Version of the link.'),
  seq: z.int().min(0).optional().describe('Number of the message, growing; the answer repeats it.'),
  samples: z.array(sample).max(linkLimits.samplesPerMessage).describe('The readings, in any order.'),
})

const stored = z
  .object({
    v: z.literal(1).describe('Version of the link.'),
    linked: z.literal(true).describe('Whether the controller belongs to a location.'),
    seq: z.int().optional().describe('Of the message, where it had one.'),
    stored: z.int().describe('How many samples were stored.'),
    rejected: z.int().describe('How many samples were refused.'),
    refused: z
      .array(
        z
          .object({
            reason: z.enum(refusalReasons).describe('Why.'),
            count: z.int().describe('How many.'),
            detail: z.string().describe('One of them, in words.'),
          })
          .meta({ id: 'LinkRefusal' }),
      )
      .describe('What was refused, by reason.'),
  })
  .meta({ id: 'LinkStored' })

const unlinked = z
  .object({
    v: z.literal(1).describe('Version of the link.'),
    linked: z.literal(false).describe('The controller belongs to no location yet.'),
    stored: z.literal(0).describe('Nothing is stored yet.'),
    message: z.string().describe('What becomes of it, in words.'),
  })
  .meta({ id: 'LinkUnlinked' })

export const linkError = z
  .object({
    error: z.object({
      code: z.string().describe('A reason of the link, or `not_found`, `bad_credentials`, `unavailable`.'),
      message: z.string().describe('In words, for the log of the device.'),
    }),
  })
  .meta({ id: 'LinkError' })

const enrolment = z
  .object({
    serial: z
      .string()
      .max(40)
      .describe('As the factory wrote it.')
      .meta({ examples: ['7K3M-9QXD-H2TV-5RB8'] }),
    secret: z.string().min(1).max(200).describe('As the factory wrote it.'),
    hw: z.string().max(100).nullish().describe('Version of the hardware.'),
    os: z.string().max(100).nullish().describe('Operating system.'),
    sw: z.string().max(100).nullish().describe('Version of the software.'),
  })
  .meta({ id: 'LinkEnrolment' })

const credentials = z
  .object({
    mqtt: z.object({
      host: z.string().describe('Of the broker.'),
      port: z.int().describe('Of the broker.'),
      tls: z.boolean().describe('Whether to connect by TLS.'),
      user: z.string().describe('The serial.'),
      password: z.string().describe('Shown this once.'),
    }),
    http: z.object({
      url: z.string().describe('Below it are `/data`, `/history` and `/p1`.'),
      token: z.string().describe('The bearer token; shown this once.'),
    }),
    ssh: z.null().describe('Reserved.'),
    ddi: z.object({
      url: z
        .string()
        .describe('The device interface of hawkBit, for updates; below it are tenant and serial.'),
      tenant: z.string().describe('There is one.'),
      token: z.string().describe('The target token; the same as that of `http`.'),
    }),
  })
  .meta({ id: 'LinkCredentials' })

export const linkMessages = {
  data: readings.meta({ id: 'LinkData' }),
  history: readings
    .extend({
      step: z
        .number()
        .optional()
        .describe('Seconds; the values are averages over this time from `ts` on.')
        .meta({ examples: [300] }),
    })
    .meta({ id: 'LinkHistory' }),
  stored,
  unlinked,
  enrolment,
  credentials,
}
