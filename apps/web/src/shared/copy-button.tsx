import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { writeClipboard } from '../lib/write-clipboard.ts'
import { IconButton } from '../ui/button.tsx'
import { useT } from './i18n/use-t.ts'

const shownMs = 2000

/** Copies a text to the clipboard and confirms it for a moment. */
export function CopyButton({
  name,
  text,
  ...rest
}: {
  name: string
  text: string
  /** Receives the initial focus of its window. */
  'data-autofocus'?: boolean
}) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await writeClipboard(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <IconButton
      {...rest}
      size="small"
      label={isCopied ? t('common.action.copied') : t('controllers.credentials.copy', { name })}
      onClick={() => void copy()}
    >
      {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
    </IconButton>
  )
}
