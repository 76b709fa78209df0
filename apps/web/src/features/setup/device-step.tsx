import { formatTypedSerial, serialShape } from '@ohmstead/domain/fleet/serial-text'
import { IconCamera, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import styles from './device-step.module.css'
import { FoundNote } from './found-note.tsx'
import { PictureButton } from './scan/picture-button.tsx'
import { useScannedText } from './scan/use-scanned-text.ts'
import type { Finder } from './use-find-controller.ts'
import type { WizardDraft, WizardUnit } from './wizard-draft.ts'

const CameraScanner = lazyPart(async () => (await import('./scan/camera-scanner.tsx')).CameraScanner)

interface DeviceStepProps {
  unit: WizardUnit
  locationId: number | null
  draft: WizardDraft
  finder: Finder
  isChecked: boolean
  change: (part: Partial<WizardDraft>) => void
}

/** The serial of the controller or P1 meter: typed, or read from its label by the camera or from a picture. */
export function DeviceStep({ unit, locationId, draft, finder, isChecked, change }: DeviceStepProps) {
  const t = useT()
  const [isScanning, setScanning] = useState(false)
  const scan = useScannedText((serial) => {
    setScanning(false)
    finder.reset()
    change({ typedSerial: serial, isScanned: true, found: null })
    finder.find(serial)
  })
  useFindScanned(draft, finder)
  const isMissing = isChecked && draft.typedSerial.trim() === ''
  const isWrong = isChecked && !isMissing && finder.serial === null
  const type = (text: string) => {
    scan.forget()
    finder.reset()
    change({ typedSerial: text, isScanned: false, found: null })
  }
  return (
    <div className={formStyles.form}>
      <p className={styles.lead}>{t(unit === 'p1' ? 'setup.device.lead_p1' : 'setup.device.lead')}</p>
      <div className={styles.serial}>
        <TextField
          name="serial"
          label={t('controllers.credentials.serial')}
          placeholder={serialShape}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={draft.typedSerial}
          error={
            isWrong
              ? t('setup.serial.wrong_format')
              : isMissing
                ? t('validation.required', { field: t('controllers.credentials.serial') })
                : undefined
          }
          onChange={(text) => type(isAtEnd(text) ? formatTypedSerial(text) : text)}
        />
      </div>
      <div className={styles.ways}>
        <Button
          disabled={finder.serial === null || draft.found?.state === 'found'}
          isBusy={finder.isPending}
          onClick={() => finder.find()}
        >
          <IconSearch size={16} aria-hidden />
          {t('setup.device.find')}
        </Button>
        <Button aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          <IconCamera size={16} aria-hidden />
          {t(isScanning ? 'setup.scan.stop' : 'setup.scan.start')}
        </Button>
        <PictureButton onText={scan.read} onNone={scan.noteNone} />
      </div>
      {isScanning && (
        <PartBoundary>
          <Suspense>
            <CameraScanner onText={scan.read} />
          </Suspense>
        </PartBoundary>
      )}
      <div role="status" className={styles.notes}>
        {scan.note !== null && (
          <p className={styles.note} data-tone={scan.note === 'scanned' ? 'success' : 'warning'}>
            {t(`setup.scan.${scan.note}`)}
          </p>
        )}
        <FoundNote found={draft.found} error={finder.error} />
      </div>
      <Link to={paths.setupForeign} search={locationId === null ? {} : { location: locationId }}>
        {t('setup.device.no_serial')}
      </Link>
    </div>
  )
}

/** Where the caret is at the end, groups may be formed without moving it. */
function isAtEnd(text: string): boolean {
  const field = document.activeElement
  return (
    !(field instanceof HTMLInputElement) ||
    field.selectionStart === null ||
    field.selectionStart >= text.length
  )
}

/** A serial that came with the address is looked for by itself, once. */
function useFindScanned({ isScanned, found, typedSerial }: WizardDraft, { find }: Finder): void {
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!isScanned || found || asked.current === typedSerial) return
    asked.current = typedSerial
    find(typedSerial)
  }, [isScanned, found, typedSerial, find])
}
