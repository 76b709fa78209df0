import type { SoftwareImageView } from '@ohmstead/contract/updates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { ConfirmModal } from '../../shared/confirm-modal.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { imagesQuery } from '../../shared/software-images-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './updates.module.css'

export function ImageList({
  images,
  mayChange,
}: {
  images: readonly SoftwareImageView[]
  mayChange: boolean
}) {
  return (
    <ul className={styles.list}>
      {images.map((image) => (
        <ImageRow key={image.id} image={image} mayChange={mayChange} />
      ))}
    </ul>
  )
}

function ImageRow({ image, mayChange }: { image: SoftwareImageView; mayChange: boolean }) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const params = { imageId: image.id }
  const settled = {
    onSuccess: () => queryClient.invalidateQueries(imagesQuery),
    onError: (error: Error) => showToast(errorText(error, t), { tone: 'danger' }),
  }
  const release = useMutation({
    mutationFn: (released: boolean) =>
      call('PATCH /software-images/:imageId', { params, body: { released } }),
    ...settled,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /software-images/:imageId', { params }),
    ...settled,
    onSettled: () => setDeleting(false),
  })
  const version = image.version ?? image.name
  const isUnused = image.installed === 0 && image.failed === 0
  const facts = [
    t(`controllers.kind.${image.kind}`),
    image.hardware.length > 0 && t('updates.hardware', { list: image.hardware.join(', ') }),
    `${format.number(Math.max(0.1, image.size / 1e6), 1)}\u00a0MB`,
    format.dateTime(image.created_at),
    image.signer && t('updates.signed_by', { name: image.signer.replace(/^CN=/, '') }),
  ].filter(Boolean)
  return (
    <li className={styles.image}>
      <div>
        <p className={styles.title}>
          <strong>{t('updates.installed_version', { version })}</strong>
          <span className={styles.badge} data-state={image.state}>
            {t(`updates.image.${image.state}`)}
          </span>
        </p>
        <p className={styles.soft}>{facts.join('\u00a0· ')}</p>
        {!isUnused && (
          <p className={styles.soft}>
            {t('updates.results', { installed: image.installed, failed: image.failed })}
          </p>
        )}
      </div>
      {mayChange && (
        <div className={styles.actions}>
          {image.state !== 'uploading' && (
            <Button
              size="small"
              isBusy={release.isPending}
              onClick={() => release.mutate(image.state === 'checked')}
            >
              {t(image.state === 'checked' ? 'updates.release' : 'updates.unrelease')}
            </Button>
          )}
          {isUnused && (
            <Button size="small" variant="quiet" onClick={() => setDeleting(true)}>
              {t('updates.delete')}
            </Button>
          )}
        </div>
      )}
      {isDeleting && (
        <ConfirmModal
          title={t('updates.delete_title', { version })}
          text={t('updates.delete_text')}
          action={t('updates.delete')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}
