import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { UnreadableSecretError } from '../../platform/keys/secret-box.ts'
import type { StoredBackup } from './backup-queries.ts'

/** The key of a backup's content; throws `backup_unreadable` if this server cannot open it. */
export function openBackupKey({ secrets }: Pick<Deps, 'secrets'>, { id, sealed_key }: StoredBackup): Buffer {
  try {
    return secrets.open(sealed_key, 'controllerBackup', id)
  } catch (error) {
    if (error instanceof UnreadableSecretError) throw new AppError('backup_unreadable')
    throw error
  }
}
