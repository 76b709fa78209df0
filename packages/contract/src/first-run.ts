import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What somebody who runs the platform still has to set up, in the order of the runbook. */
export const firstRunTasks = ['database', 'secretKey', 'tls', 'mail', 'support', 'backup', 'metrics'] as const
export type FirstRunTask = (typeof firstRunTasks)[number]

const firstRun = z.object({
  /** Where mails of the platform come from. */
  senderAddress: z.string(),
  tasks: z.array(z.object({ task: z.enum(firstRunTasks), isDone: z.boolean() })),
})
firstRun.register(z.globalRegistry, { id: 'FirstSteps' })
export type FirstRunView = z.output<typeof firstRun>

export const firstRunEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/first-run',
    summary: 'What is still to be set up before the platform serves people, as far as the server knows.',
    permission: 'role.superAdmin',
    answer: z.object({ firstRun }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/first-run',
    summary: 'Keeps the word of a super admin that a backup runs, which the server cannot see.',
    permission: 'role.superAdmin',
    body: z.object({ isBackupArranged: z.boolean() }),
    answer: z.object({ firstRun }),
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/first-run/test-mail',
    summary: "Sends a mail to one's own address at once, and returns the mail server's reply.",
    permission: 'role.superAdmin',
    answer: z.object({
      to: z.string(),
      isSent: z.boolean(),
      /** What the mail server or the connection to it reported; null if none is configured. */
      reason: z.string().nullable(),
    }),
    errors: ['too_many_attempts'],
  }),
}
