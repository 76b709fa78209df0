import { alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id } from './wire.ts'

const minuteOfDay = z.number().int().min(0).max(1439)
const timeZone = z
  .string()
  .refine((name) => Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC', 'regex')
const ids = z.array(bodyId).max(500)

const settings = z.object({
  mail: z.boolean().describe('Whether to tell by e-mail.'),
  types: z
    .array(z.enum(alarmTypes))
    .max(alarmTypes.length)
    .nullable()
    .describe('Only alarms of these types; null is all, also those of later versions.'),
  places: z
    .object({
      company_ids: ids.describe('All locations of these companies.'),
      location_group_ids: ids.describe('All locations in these groups and below.'),
      location_ids: ids.describe('These locations.'),
    })
    .nullable()
    .describe('Only alarms of these places; null is all that one may see, now and later.'),
  recovery: z.boolean().describe('Whether to tell that an alarm is over.'),
  quiet: z
    .object({
      from: minuteOfDay.describe('Minute of the local day.'),
      until: minuteOfDay.describe('Minute of the local day; before the begin it is of the next day.'),
    })
    .nullable()
    .describe('Hours in which nothing is sent; what is still open at their end is sent then.'),
  time_zone: timeZone.describe('The zone of the quiet hours.'),
})
settings.register(z.globalRegistry, { id: 'NoticeSettings' })
export type NoticeSettings = z.output<typeof settings>

const notice = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'push']).describe('How it was told.'),
  kind: z.enum(['raised', 'cleared', 'test']).describe('That an alarm began, that it is over, or a test.'),
  type: z.enum(alarmTypes).nullable().describe('Of the alarm; null for a test or what befell the platform.'),
  alarm_id: z
    .number()
    .nullable()
    .describe('Null for a test or what befell the platform, and where one has no access any more.'),
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']).describe('What became of it.'),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it was dropped (over, back, seen, off, no_access) or failed; of one that is tried again, why it failed last.',
    ),
  created_at: z.number().describe('When it was written, epoch milliseconds.'),
  due_at: z
    .number()
    .nullable()
    .describe('Of a waiting one: when it is sent at the earliest, epoch milliseconds.'),
  done_at: z.number().nullable().describe('When it was sent or given up, epoch milliseconds.'),
})
notice.register(z.globalRegistry, { id: 'Notice' })
export type NoticeView = z.output<typeof notice>

const device = z.object({
  id: z.number(),
  address: z
    .string()
    .describe(
      'What identifies the browser, to itself: the SHA-256 of its address at the push service, in hexadecimal digits.',
    ),
  browser: z.string().nullable().describe('What it claims to be, such as Firefox; null if unknown.'),
  system: z.string().nullable().describe('Where it runs, such as Linux; null if unknown.'),
  created_at: z.number().describe('When it was turned on, epoch milliseconds.'),
})
device.register(z.globalRegistry, { id: 'PushDevice' })
export type PushDeviceView = z.output<typeof device>

const base64url = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w-]+$/, 'regex')

const testOutcome = z.object({
  is_sent: z.boolean().describe('Whether the mail server, or the push service of the browser, took it.'),
})
testOutcome.register(z.globalRegistry, { id: 'NoticeTest' })

export const noticeEndpoints = {
  settings: endpoint({
    method: 'GET',
    path: '/notices/settings',
    summary: 'What one is told of alarms, and how.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({
      settings,
      devices: z.array(device).describe('The browsers that show notifications.'),
      push_key: z.string().describe('The public key by which a browser subscribes (VAPID).'),
      is_sending: z.boolean().describe('Whether the platform can send e-mails at all.'),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/notices/settings',
    summary: 'Changes what one is told of alarms, and how. Only alarms that begin afterwards are told.',
    permission: 'signedIn',
    inPerson: true,
    body: settings,
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/notices/devices',
    summary:
      'Turns notifications on in a browser, by what its push service gave it. Ten at most: the oldest goes.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object({
      endpoint: z.url('regex').max(1000).describe('Its address at the push service.'),
      p256dh: base64url(100).describe('Its public key.'),
      auth: base64url(40).describe('What it shares with the sender.'),
    }),
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/notices/devices/:pushDeviceId',
    summary: 'Turns notifications off in a browser.',
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ pushDeviceId: id }),
    errors: ['not_found'],
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/notices/test',
    summary: 'Sends oneself a test by e-mail, and says at once whether the mail server took it.',
    permission: 'signedIn',
    inPerson: true,
    answer: testOutcome,
    errors: ['too_many_attempts'],
  }),
  testDevice: endpoint({
    method: 'POST',
    path: '/notices/devices/:pushDeviceId/test',
    summary: 'Shows a test in a browser of one’s own, and says at once whether its push service took it.',
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ pushDeviceId: id }),
    answer: testOutcome,
    errors: ['not_found', 'too_many_attempts'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/notices',
    summary:
      'What one was told of alarms within 90 days, and what became of it; the newest first, 50 at a time.',
    permission: 'signedIn',
    inPerson: true,
    query: z.object({ before: id.optional() }),
    answer: z.object({ notices: z.array(notice) }),
  }),
}
