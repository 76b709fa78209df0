import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { loadPart } from '../../../lib/load-part.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { Button } from '../../../ui/button.tsx'

interface PictureButtonProps {
  onText: (text: string) => void
  /** No code was found in the picture. */
  onNone: () => void
}

/** A photograph of the label; it is read here and never sent. */
export function PictureButton({ onText, onNone }: PictureButtonProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const read = async (file: File) => {
    setBusy(true)
    try {
      const { decodeFile } = await loadPart(() => import('./decode-qr.ts'))
      const text = await decodeFile(file)
      if (text === null) onNone()
      else onText(text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button isBusy={isBusy} onClick={() => input.current?.click()}>
        <IconPhoto size={16} aria-hidden />
        {t('setup.scan.picture')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('setup.scan.picture')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same picture may be chosen again.
          target.value = ''
          if (file) void read(file)
        }}
      />
    </>
  )
}
