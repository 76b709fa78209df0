import { nameRules } from '@ohmstead/domain/forms/form-rules'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useT } from '../i18n/use-t.ts'
import { FormModal } from './form-modal.tsx'
import { useForm } from './use-form.ts'

interface NameModalProps {
  title: string
  /** The present name; empty for what is new. */
  name: string
  /** In characters. */
  longest?: number
  /** What stands above the name. */
  lead?: ReactNode
  /** What else is chosen, below the name. */
  children?: ReactNode
  /** Stores the name; what it returns is said afterwards. */
  onSave: (name: string) => Promise<string>
  onClose: () => void
}

/** A window in which something is named. */
export function NameModal({ title, name, longest = 200, lead, children, onSave, onClose }: NameModalProps) {
  const t = useT()
  const form = useForm({
    initial: { name },
    rules: { name: nameRules(longest) },
    labels: { name: t('locations.settings.name') },
    send: async (values) => {
      showToast(await onSave(values.name.trim()), { tone: 'success' })
      onClose()
    },
  })
  return (
    <FormModal
      title={title}
      failure={form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {lead}
      <TextField {...form.text('name')} autoComplete="off" autoFocus />
      {children}
    </FormModal>
  )
}
