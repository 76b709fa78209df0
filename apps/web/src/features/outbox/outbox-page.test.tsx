import type { MailView } from '@ohmstead/contract/outbox'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { OutboxPage } from './outbox-page.tsx'

const createMail = (id: number, state: MailView['state'] = 'sent'): MailView => ({
  id,
  kind: 'welcome',
  to: `p${id}@test.si`,
  locale: 'en',
  subject: `Mail ${id}`,
  state,
  attempts: 1,
  error: null,
  created_at: 0,
  next_attempt_at: null,
  sent_at: null,
})

test('only mails of the chosen state are loaded, and all of them again', async () => {
  const api = fakeApi({
    'GET /outbox': ({ query }) => ({
      sending: true,
      mails: query.state === 'failed' ? [createMail(2, 'failed')] : [createMail(3), createMail(2, 'failed')],
    }),
  })
  const { user } = await renderPage(<OutboxPage />)
  await screen.findByText('Mail 3')
  const choose = (name: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), name)
  await choose('Failed')
  await expect.poll(() => screen.queryByText('Mail 3')).toBeNull()
  expect(await screen.findByText('Mail 2')).toBeTruthy()
  await choose('All e-mails')
  expect(await screen.findByText('Mail 3')).toBeTruthy()
  expect(api.sentTo('GET /outbox').map(({ query }) => query.state)).toEqual([undefined, 'failed'])
})

test('the list says why a mail waits or has failed, and no longer once it is sent', async () => {
  const error = 'connect ECONNREFUSED 192.0.2.1:587'
  fakeApi({
    'GET /outbox': () => ({
      sending: true,
      mails: [
        { ...createMail(3, 'queued'), error },
        { ...createMail(2), error },
      ],
    }),
  })
  await renderPage(<OutboxPage />)
  expect((await screen.findByRole('button', { name: /Mail 3/ })).textContent).toContain(error)
  expect(screen.getByRole('button', { name: /Mail 2/ }).textContent).not.toContain(error)
})

test('older mails follow the shown ones while a page is full', async () => {
  const page = (newest: number, count: number) =>
    Array.from({ length: count }, (_, index) => createMail(newest - index))
  const api = fakeApi({
    'GET /outbox': ({ query }) => ({
      sending: true,
      mails: query.before ? page(Number(query.before) - 1, 2) : page(100, 50),
    }),
  })
  const { user } = await renderPage(<OutboxPage />)
  await screen.findByText('Mail 51')
  await user.click(screen.getByRole('button', { name: 'Older e-mails' }))
  expect(await screen.findByText('Mail 49')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(52)
  expect(screen.queryByRole('button', { name: 'Older e-mails' })).toBeNull()
  expect(api.sentTo('GET /outbox').at(-1)?.query).toEqual({ before: '51' })
})

test('without a mail server it says that nothing is sent', async () => {
  fakeApi({ 'GET /outbox': () => ({ sending: false, mails: [] }) })
  await renderPage(<OutboxPage />)
  expect(await screen.findByText(/^No mail server is configured/)).toBeTruthy()
})
