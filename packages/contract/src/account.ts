import { personFormRules } from '@ohmstead/domain/forms/person-form'
import { z } from 'zod'
import { proof, proofErrors } from './account-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media-types.ts'
import { userView } from './users.ts'
import { email, id, ruledText } from './wire.ts'

const accountExport = z.object({
  id: z.number(),
  /** `ready` can be downloaded once; `gone` was downloaded or has expired. */
  state: z.enum(['running', 'ready', 'failed', 'gone']),
  /** The job that reports the progress; null if it is forgotten. */
  job_id: z.number().nullable(),
  size_bytes: z.number().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
})
accountExport.register(z.globalRegistry, { id: 'OwnExport' })
export type AccountExportView = z.output<typeof accountExport>

export const accountEndpoints = {
  updatePerson: endpoint({
    method: 'PUT',
    path: '/auth/user',
    summary: "Changes the signed-in person's name.",
    permission: 'signedIn',
    inPerson: true,
    body: z.object({
      first_name: ruledText(personFormRules.first_name),
      last_name: ruledText(personFormRules.last_name),
    }),
    answer: z.object({ user: userView }),
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/auth/user/email',
    summary:
      'Mails a link to a new address, which takes the place of the old one once it is opened; answers the same where it is taken.',
    permission: 'signedIn',
    inPerson: true,
    body: z.object({ ...proof, email }),
    errors: [...proofErrors],
  }),
  exportState: endpoint({
    method: 'GET',
    path: '/auth/user/export',
    summary: 'The newest export of the own data, if there is one.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({ export: accountExport.nullable() }),
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/auth/user/export',
    summary: 'Starts to gather all own data in one file; an older export is dropped.',
    permission: 'signedIn',
    inPerson: true,
    answer: z.object({ export: accountExport }),
    errors: ['conflict', 'too_many_attempts'],
    cost: 100,
  }),
  downloadExport: endpoint({
    method: 'GET',
    path: '/auth/user/export/:exportId/file',
    summary: 'The finished file (zip), once; afterwards it is gone from the server.',
    media: [mediaTypes.zip],
    permission: 'signedIn',
    inPerson: true,
    params: z.object({ exportId: id }),
    errors: ['not_found'],
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/auth/user/deletion',
    summary: 'Signs out everywhere and deletes the account in 30 days; signing in before then cancels it.',
    permission: 'signedIn',
    inPerson: true,
    /** The user's own address, typed to confirm. */
    body: z.object({ email: z.string('required').trim().toLowerCase().min(1, 'required').max(254, 'max') }),
    answer: z.object({ deletion_due_at: z.number() }),
    errors: ['super_admin_stays'],
  }),
  requestManualDeletion: endpoint({
    method: 'POST',
    path: '/auth/user/deletion-request',
    summary:
      'A super admin, who cannot delete their own account, asks the support address of the platform for it; at most one mail a day.',
    permission: 'role.superAdmin',
    inPerson: true,
    answer: z.object({
      /** When it was asked for; the earlier time if that was within a day. */
      requested_at: z.number(),
    }),
    errors: ['super_admin_stays'],
  }),
}
