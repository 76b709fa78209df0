import type { FirstRunView } from '@ohmstead/contract/first-run'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSite } from '../../testing/create-site.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { FirstRunPage } from './first-run-page.tsx'

const person = createPerson({ role: 'ROLE_SUPER_ADMIN' })
const firstRun = (isBackupArranged = false): FirstRunView => ({
  senderAddress: 'no-reply@cloud.example',
  tasks: [
    { task: 'tls', isDone: true },
    { task: 'backup', isDone: isBackupArranged },
  ],
})
const common = {
  'GET /first-run': () => ({ firstRun: firstRun() }),
  'GET /site/info': () => createSite(),
  'GET /companies': () => ({ companies: [] }),
}

test("a test mail shows its result, with the mail server's words for a refusal", async () => {
  const answers = [
    { to: 'ana@test.si', isSent: false, reason: '550 no thanks' },
    { to: 'ana@test.si', isSent: false, reason: null },
    { to: 'ana@test.si', isSent: true, reason: null },
  ]
  const tasks = (isDone: boolean): FirstRunView['tasks'] => [{ task: 'mail', isDone }]
  fakeApi({
    ...common,
    'GET /first-run': () => ({ firstRun: { ...firstRun(), tasks: tasks(answers.length !== 2) } }),
    'POST /first-run/test-mail': () => answers.shift()!,
  })
  const { user } = await renderPage(<FirstRunPage />, { person })
  const send = await screen.findByRole('button', { name: 'Send me a test e-mail' })
  await user.click(send)
  await screen.findByText('550 no thanks')
  await screen.findByRole('heading', { name: '1 thing is left to do' })
  await user.click(send)
  await screen.findByText('No mail server is configured (SMTP_URL).')
  await user.click(send)
  await screen.findByText('The mail server has accepted the e-mail to ana@test.si.')
})

test('the backup is done when somebody confirms it, and each step links to its instructions', async () => {
  const api = fakeApi({
    ...common,
    'PUT /first-run': ({ body }) => ({ firstRun: firstRun(body.isBackupArranged) }),
  })
  const { user } = await renderPage(<FirstRunPage />, { person })
  await screen.findByRole('heading', { name: '1 thing is left to do' })
  const link = screen.getByRole('link', { name: 'How to do it Backup' })
  expect(link.getAttribute('href')).toBe('/api/docs/production#8-backup')
  await user.click(screen.getByRole('button', { name: 'The backup runs and has been tested' }))
  await screen.findByRole('heading', { name: 'Nothing is left to do' })
  expect(api.sentTo('PUT /first-run')[0]!.body).toEqual({ isBackupArranged: true })
})

test('the platform gets its name', async () => {
  const api = fakeApi({ ...common, 'PUT /site/settings': () => ({ settings: {} as never }) })
  const { user } = await renderPage(<FirstRunPage />, { person })
  const card = within(await screen.findByRole('region', { name: 'Getting started' }))
  const field = await card.findByLabelText('Platform name')
  await user.clear(field)
  await user.type(field, 'Sonce')
  await user.click(card.getByRole('button', { name: 'Save' }))
  await expect.poll(() => api.sentTo('PUT /site/settings')[0]?.body).toEqual({ platformName: 'Sonce' })
})
