import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { emails, read } from './kit/people.ts'
import { fillLogin, usePeopleCloud } from './kit/people-cloud.ts'
import { waitForReadings } from './kit/wait-for-readings.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

const button = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true })
const tab = (page: Page, part: string) =>
  page
    .getByRole('navigation', { name: words('titles.sharing_group') })
    .getByRole('link', { name: words(`energy_sharing.part.${part}`) })

/** The first day of the month before this one, as the fields of a page in English have it. */
function firstOfLastMonth(): string {
  const now = new Date()
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1))
  return `01/${String(day.getUTCMonth() + 1).padStart(2, '0')}/${day.getUTCFullYear()}`
}

/** Starts a group with an own house, which gives what it does not need. */
async function startGroup(page: Page): Promise<void> {
  await page.goto('/sharing')
  await page.getByRole('link', { name: words('energy_sharing.list.start') }).click()
  await page.getByLabel(words('locations.settings.name')).fill('Sosedje')
  await page.getByLabel(words('energy_sharing.field.first_day')).fill(firstOfLastMonth())
  await expectAccessible(page)
  const next = button(page, 'common.action.next')
  await next.click()
  await next.click()
  await next.click()
  await page.getByRole('checkbox', { name: /^Domačija Novak/ }).check()
  await page
    .getByRole('combobox', { name: words('energy_sharing.role.of').replace('{name}', 'Domačija Novak') })
    .selectOption('both')
  await page.getByLabel(words('titles.price_list')).selectOption({ label: 'GEN-I Samooskrba dinamični' })
  await next.click()
  await button(page, 'energy_sharing.list.start').click()
  await page.waitForURL(/\/sharing\/\d+$/)
}

async function inviteNeighbour(page: Page): Promise<string> {
  await button(page, 'energy_sharing.members.invite').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('auth.login.email')).fill(emails.basic)
  await dialog.getByLabel(words('locations.settings.name')).fill('Kovač')
  await dialog.getByRole('button', { name: words('invitations.invite.send') }).click()
  await dialog.waitFor({ state: 'detached' })
  const { link } = await cloud().mail.next(emails.basic)
  return link
}

describe('two neighbours', () => {
  it('agree to share, see from past readings what it would have brought, and get their statements', async () => {
    const { url } = cloud()
    const organiser = await stage.open({ url, path: null, person: 'advanced' })
    await waitForReadings(organiser)
    await startGroup(organiser)
    const link = await inviteNeighbour(organiser)

    const neighbour = await stage.open({ url, path: link.slice(url.length), width: 390 })
    await neighbour.waitForURL(/\/auth\/login/)
    await fillLogin(neighbour, emails.basic)
    await neighbour.getByText(words('energy_sharing.invitation.sees')).waitFor()
    await expectAccessible(neighbour)
    await expectNoSidewaysScroll(neighbour)
    await neighbour.getByRole('radio', { name: /^Vikend Kovač/ }).check()
    await neighbour.getByLabel(words('titles.price_list')).selectOption({ label: 'GEN-I Samooskrba aktivni' })
    await button(neighbour, 'energy_sharing.invitation.accept').click()
    await neighbour.getByText(words('energy_sharing.own.none')).waitFor()

    await organiser.reload()
    await tab(organiser, 'simulation').click()
    const months = organiser.getByLabel(words('energy_sharing.simulation.from'))
    await months.selectOption({ index: 0 })
    await button(organiser, 'energy_sharing.simulation.start').click()
    await organiser.getByText(words('energy_sharing.simulation.basis')).waitFor()
    await expectAccessible(organiser)

    await tab(organiser, 'settlement').click()
    await button(organiser, 'energy_sharing.statement.issue').click()
    await organiser.getByText(words('energy_sharing.check.paidIsEarned')).waitFor()
    await expectAccessible(organiser)
    expect(await organiser.locator('li[data-wrong]').count()).toBe(0)

    await neighbour.reload()
    await tab(neighbour, 'settlement').click()
    const own = neighbour.getByRole('button', { name: 'Kovač', exact: true })
    await own.waitFor()
    expect(await neighbour.getByRole('button', { name: /Novak/ }).count()).toBe(0)
    await expectNoSidewaysScroll(neighbour)
    const download = neighbour.waitForEvent('download')
    await neighbour
      .getByRole('button', {
        name: words('energy_sharing.statement.file_of').replace('{format}', 'PDF').replace('{name}', 'Kovač'),
      })
      .click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await own.click()
    await neighbour.getByRole('dialog').getByText(words('energy_sharing.figure.shared')).waitFor()
    await expectAccessible(neighbour)
    const { groups } = await read<{ groups: { isOrganiser: boolean }[] }>(
      neighbour.context(),
      '/sharing-groups',
    )
    expect(groups.some(({ isOrganiser }) => isOrganiser)).toBe(false)
  })
})
