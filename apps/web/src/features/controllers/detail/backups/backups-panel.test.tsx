import type { BackupListView, BackupView } from '@ohmstead/contract/backups'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { BackupsPanel } from './backups-panel.tsx'

const ana = { id: 1, first_name: 'Ana', last_name: 'Novak' }
const backup = (id: number, more: Partial<BackupView> = {}): BackupView => ({
  ...{ id, filename: `backup-${id}`, created_at: Date.UTC(2026, 10, id, 12), size_bytes: 2100 },
  ...{
    sha256: '0',
    source: 'schedule',
    by: null,
    software_version: '1.2',
    state: 'ready',
    former_unit_id: null,
  },
  ...more,
})
const listOf = (more: Partial<BackupListView> = {}): BackupListView => ({
  backups: [backup(5, { source: 'person', by: ana }), backup(4)],
  is_supported: true,
  schedule: { own: null, company: 'weekly', next_at: null },
  ...{ running: null, failure: null, last_restore: null },
  ...more,
})
const everything = { control: true, edit: true, download: true }

async function show(list: BackupListView, { may = everything, isOnline = true, api = {} } = {}) {
  fakeApi({ 'GET /backups/controllers/:controllerId': () => list, 'GET /jobs': () => ({ jobs: [] }), ...api })
  await renderPage(<BackupsPanel controllerId={3} may={may} isOnline={isOnline} timeZone="UTC" />)
}

test('lists backups with who made them, and deletes one with a way back', async () => {
  const asked: string[] = []
  await show(listOf(), {
    api: {
      'DELETE /backups/controllers/:controllerId/:backupId': () => {
        asked.push('delete')
        return listOf({ backups: [backup(4)] })
      },
      'POST /backups/controllers/:controllerId/:backupId/undelete': () => {
        asked.push('undelete')
        return listOf()
      },
    },
  })
  const [newest] = await screen.findAllByRole('listitem')
  expect(newest!.textContent).toContain('By hand · Ana Novak · 2.1\u00a0kB · Software 1.2')
  fireEvent.click(within(newest!).getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(asked).toEqual(['delete'])
})

test('says what a restore replaces before it begins', async () => {
  const restore = vi.fn(() => ({ job_id: 9 }))
  await show(listOf(), { api: { 'POST /backups/controllers/:controllerId/:backupId/restore': restore } })
  const [newest] = await screen.findAllByRole('listitem')
  fireEvent.click(within(newest!).getByRole('button', { name: /^Restore/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('All settings of the controller are replaced')
  expect(restore).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(restore).toHaveBeenCalledOnce())
})

test('tells the second person who was first', async () => {
  await show(
    listOf({ running: { kind: 'restore', by: ana, job_id: 9, started_at: Date.UTC(2026, 10, 6, 8) } }),
  )
  expect(await screen.findByText(/Ana Novak · First a fresh backup is made/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back up now' })).toHaveProperty('disabled', true)
  for (const button of screen.getAllByRole('button', { name: /^Restore/ }))
    expect(button).toHaveProperty('disabled', true)
})

test('says why the last backup did not come', async () => {
  await show(listOf({ failure: { at: Date.UTC(2026, 10, 6, 8), code: 'cut_off' } }))
  expect(await screen.findByText(/The transfer was cut off/)).toBeTruthy()
})

test('offers nothing that somebody may not do, nor what the controller cannot', async () => {
  await show(listOf({ is_supported: false, backups: [] }), {
    may: { control: false, edit: false, download: false },
  })
  expect(await screen.findByText('This controller cannot make backups.')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})
