import type { CompanySummary } from '@ohmstead/contract/companies'
import type { PersonDetailView } from '@ohmstead/contract/people'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createListedPerson } from '../../testing/listed-person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ChangeCompanyModal } from './change-company-modal.tsx'
import { RoleModal } from './role-modal.tsx'

const jan = createListedPerson({
  actions: {
    assignRoles: ['ROLE_USER', 'ROLE_AGGREGATOR'],

    changeCompany: true,
  },
})
const detail: PersonDetailView = { ...jan, locale: null, locations: [], controllers: [] }
const createCompany = (id: number, name: string, isPlatform = false): CompanySummary => ({
  id,
  name,
  isPlatform,
  rootGroup: { id },
  assignedControllersCount: 0,
})
const companies = () => ({
  companies: [createCompany(1, 'Platform', true), createCompany(2, 'Sonce'), createCompany(3, 'Veter')],
})
const setRole = 'PUT /users/:userId/role'
const setCompany = 'PUT /users/:userId/company'

async function open(Modal: typeof RoleModal) {
  const onClose = vi.fn()
  const { user } = await renderPage(<Modal person={jan} onClose={onClose} />)
  const dialog = within(screen.getByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  return { user, onClose, dialog, save }
}

test('an aggregator is assigned together with the companies to run', async () => {
  const api = fakeApi({ 'GET /companies': companies, [setRole]: () => ({ user: detail }) })
  const { user, dialog, save, onClose } = await open(RoleModal)
  await user.selectOptions(dialog.getByLabelText('Role'), 'ROLE_AGGREGATOR')
  expect(save.disabled).toBe(true)
  expect(dialog.queryByLabelText('Platform')).toBeNull()
  await user.click(await dialog.findByLabelText('Veter'))
  await user.click(save)
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(api.sentTo(setRole)).toMatchObject([
    { params: { userId: '5' }, body: { role: 'ROLE_AGGREGATOR', companyIds: [3] } },
  ])
})

test('another role removes the companies again', async () => {
  const api = fakeApi({ 'GET /companies': companies, [setRole]: () => ({ user: detail }) })
  const { user, dialog, save, onClose } = await open(RoleModal)
  await user.selectOptions(dialog.getByLabelText('Role'), 'ROLE_AGGREGATOR')
  await user.click(await dialog.findByLabelText('Veter'))
  await user.selectOptions(dialog.getByLabelText('Role'), 'ROLE_USER')
  await user.click(save)
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(api.sentTo(setRole)).toMatchObject([{ body: { role: 'ROLE_USER', companyIds: [] } }])
})

test('an account moves to another company, or to none', async () => {
  const api = fakeApi({ 'GET /companies': companies, [setCompany]: () => ({ user: detail }) })
  const { user, dialog, save, onClose } = await open(ChangeCompanyModal)
  await dialog.findByRole('option', { name: 'Sonce' })
  await user.selectOptions(dialog.getByLabelText('Company'), 'Sonce')
  await user.click(save)
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  await user.selectOptions(dialog.getByLabelText('Company'), 'No company')
  await user.click(save)
  await expect.poll(() => onClose.mock.calls.length).toBe(2)
  expect(api.sentTo(setCompany)).toMatchObject([
    { params: { userId: '5' }, body: { companyId: 2 } },
    { params: { userId: '5' }, body: { companyId: null } },
  ])
})

test.each([
  [RoleModal, setRole],
  [ChangeCompanyModal, setCompany],
] as const)('a refusal is shown in the window, which stays (%o)', async (Modal, call) => {
  fakeApi({
    'GET /companies': companies,
    [call]: () => {
      throw new Refusal('not_allowed')
    },
  })
  const { user, dialog, save, onClose } = await open(Modal)
  await user.click(save)
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
