import { expect, test, vi } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { DbError } from '../../platform/db/db-error.ts'
import { awaitBackup } from './await-backup.ts'

test('a database that is restarted meanwhile ends no backup', async () => {
  const away = () => Promise.reject(new DbError({ message: 'the connection broke', code: '57P01' }))
  const row = vi.fn().mockImplementationOnce(away).mockImplementationOnce(away)
  row.mockResolvedValue({
    state: 'ready',
    failure: null,
    expires_at: 1,
    command_state: 'sent',
    command_result: null,
  })
  await awaitBackup({ db: { row } as unknown as Db, clock: { now: () => 0 } }, 1, async () => {})
  expect(row).toHaveBeenCalledTimes(3)
})
