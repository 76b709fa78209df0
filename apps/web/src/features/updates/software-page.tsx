import { IconPackage, IconPlus, IconRocket, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { imagesQuery } from '../../shared/software-images-query.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PageHead } from '../../ui/settings-card.tsx'
import { ImageList } from './image-list.tsx'
import { RollOutList } from './roll-out-list.tsx'
import { rollOutsQuery } from './software-query.ts'
import { StartRollOutModal } from './start-roll-out-modal.tsx'
import styles from './updates.module.css'
import { UploadImageModal } from './upload-image-modal.tsx'

/** The images of controller software, and who gets them: super admins upload, aggregators roll out to their company. */
export function SoftwarePage() {
  const t = useT()
  const mayUpload = hasRole(useUser(), 'ROLE_SUPER_ADMIN')
  const images = useQuery(imagesQuery)
  const rollOuts = useQuery(rollOutsQuery)
  const [open, setOpen] = useState<'upload' | 'start' | null>(null)
  const error = images.error ?? rollOuts.error
  const retry = () => void Promise.all([images.refetch(), rollOuts.refetch()])
  if (error && !(images.data && rollOuts.data)) return <FailedState isPage error={error} onRetry={retry} />
  const ready = images.data?.images.filter(({ state }) => state !== 'uploading') ?? []
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={retry} />}
      <PageHead title={t('titles.software')} text={t('updates.lead')} />
      <Panel
        heading={t('updates.roll_outs')}
        isFramed={false}
        tools={
          ready.length > 0 && (
            <Button variant="primary" onClick={() => setOpen('start')}>
              <IconPlus size={16} aria-hidden />
              {t('updates.new_roll_out')}
            </Button>
          )
        }
      >
        {!rollOuts.data && <Skeleton height={160} radius={16} />}
        {rollOuts.data?.length === 0 && (
          <EmptyState
            icon={<IconRocket size={22} />}
            title={t('updates.roll_outs_empty')}
            text={t('updates.roll_outs_empty_text')}
          />
        )}
        {rollOuts.data && rollOuts.data.length > 0 && <RollOutList rollOuts={rollOuts.data} />}
      </Panel>
      <Panel
        heading={t('updates.images')}
        isFramed={false}
        tools={
          mayUpload &&
          images.data?.can_check && (
            <Button onClick={() => setOpen('upload')}>
              <IconUpload size={16} aria-hidden />
              {t('updates.upload')}
            </Button>
          )
        }
      >
        {mayUpload && images.data?.can_check === false && (
          <p className={styles.notice}>{t('updates.no_certificates')}</p>
        )}
        {!images.data && <Skeleton height={160} radius={16} />}
        {images.data?.images.length === 0 && (
          <EmptyState
            icon={<IconPackage size={22} />}
            title={t('updates.images_empty')}
            text={t(mayUpload ? 'updates.images_empty_text' : 'updates.images_empty_wait')}
          />
        )}
        {images.data && images.data.images.length > 0 && (
          <ImageList images={images.data.images} mayChange={mayUpload} />
        )}
      </Panel>
      {open === 'upload' && <UploadImageModal onClose={() => setOpen(null)} />}
      {open === 'start' && <StartRollOutModal images={ready} onClose={() => setOpen(null)} />}
    </div>
  )
}
