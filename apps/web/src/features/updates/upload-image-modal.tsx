import {
  type ControllerKind,
  controllerKinds,
  isControllerKind,
} from '@ohmstead/domain/fleet/controller-kind'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, upload } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { imagesQuery } from '../../shared/software-images-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { Modal } from '../../ui/modal.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Sends an image in pieces, then has it checked: a refused one is not kept. */
export function UploadImageModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<ControllerKind>('CONTROLLER')
  const [share, setShare] = useState(0)
  const send = useMutation({
    mutationFn: async (file: File) => {
      setShare(0)
      const { id: imageId, piece_bytes: size } = await call('POST /software-images', {
        body: { name: file.name.slice(0, 100), kind, size: file.size },
      })
      for (let position = 0; position * size < file.size; position++) {
        const piece = file.slice(position * size, (position + 1) * size)
        const params = { imageId, position }
        await upload(
          'PUT /software-images/:imageId/pieces/:position',
          piece,
          'application/octet-stream',
          params,
        )
        setShare(Math.min(1, ((position + 1) * size) / file.size))
      }
      return call('POST /software-images/:imageId/check', { params: { imageId } })
    },
    onSuccess: ({ image }) => {
      void queryClient.invalidateQueries(imagesQuery)
      if (!image) return
      showToast(t('updates.uploaded', { version: image.version ?? image.name }), { tone: 'success' })
      onClose()
    },
  })
  const isSent = share === 1
  const refusal = send.data?.refusal
  return (
    <Modal
      title={t('updates.upload')}
      closeLabel={t('common.action.close')}
      closesOnMask={false}
      onClose={onClose}
    >
      <div className={formStyles.form}>
        <SelectField
          label={t('updates.upload_for')}
          value={kind}
          disabled={send.isPending}
          options={controllerKinds.map((value) => ({ value, label: t(`controllers.kind.${value}`) }))}
          onChange={(value) => isControllerKind(value) && setKind(value)}
        />
        {send.isPending && (
          <div>
            <p>{t(isSent ? 'updates.checking_signature' : 'updates.uploading')}</p>
            <ProgressBar label={t('updates.uploading')} share={share} />
          </div>
        )}
        <div aria-live="polite">
          {send.error && <p className={formStyles.error}>{errorText(send.error, t)}</p>}
          {refusal && (
            <div className={formStyles.error}>
              <p>{t(`updates.refusal.${refusal}`)}</p>
              <p lang="en">{send.data?.detail}</p>
            </div>
          )}
        </div>
        <div className={formStyles.actions}>
          <input
            ref={input}
            type="file"
            hidden
            accept=".swu"
            aria-label={t('updates.choose_file')}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) send.mutate(file)
            }}
          />
          <Button variant="primary" isBusy={send.isPending} onClick={() => input.current?.click()}>
            {t('updates.choose_file')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
