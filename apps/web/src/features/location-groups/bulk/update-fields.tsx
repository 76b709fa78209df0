import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import { rollOutPlanNames } from '@ohmstead/domain/software/roll-out-stages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { imagesQuery } from '../../../shared/software-images-query.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './bulk.module.css'

const stopFailures = 3

/** Which released software, and in which stages. */
export function UpdateFields({ onWish }: { onWish: (wish: BulkWish | null) => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(imagesQuery)
  const [imageId, setImageId] = useState('')
  const [plan, setPlan] = useState<(typeof rollOutPlanNames)[number]>('careful')
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={64} radius={8} />
  const released = data.images.filter(({ state }) => state === 'released')
  if (released.length === 0) return <p className={styles.soft}>{t('bulk_changes.update.none')}</p>
  const choose = (id: string, stages: typeof plan) => {
    setImageId(id)
    setPlan(stages)
    const image = released.find((one) => String(one.id) === id)
    const name = t('updates.to_version', { version: image?.version ?? '' })
    onWish(image ? { action: 'update', imageId: image.id, name, plan: stages, stopFailures } : null)
  }
  return (
    <>
      <SelectField
        label={t('updates.form.image')}
        value={imageId}
        placeholder={t('bulk_changes.form.pick')}
        options={released.map(({ id, version, kind }) => ({
          value: String(id),
          label: `${version} · ${t(`controllers.kind.${kind}`)}`,
        }))}
        onChange={(value) => choose(value, plan)}
      />
      <SelectField
        label={t('updates.form.stages')}
        value={plan}
        options={rollOutPlanNames.map((value) => ({ value, label: t(`updates.form.${value}`) }))}
        onChange={(value) => choose(imageId, rollOutPlanNames.find((one) => one === value) ?? 'careful')}
      />
      <p className={styles.soft}>{t('bulk_changes.update.note')}</p>
    </>
  )
}
