import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import styles from './camera-scanner.module.css'
import { cameraLooks, decodeLook } from './decode-qr.ts'

const lookEveryMs = 150
/** The same wrong code before the camera is said once. */
const repeatMs = 3000

/** The picture of the camera at the back; it is let go as soon as this is left. */
export function CameraScanner({ onText }: { onText: (text: string) => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const tell = useRef(onText)
  useEffect(() => {
    tell.current = onText
  })
  useEffect(() => {
    const opened = openCamera()
    let timer = 0
    let isLeft = false
    opened.then(
      (stream) => {
        if (isLeft || !video.current) return
        video.current.srcObject = stream
        void video.current.play().catch(() => undefined)
        timer = startLooking(video.current, (text) => tell.current(text))
      },
      () => !isLeft && setFailed(true),
    )
    return () => {
      isLeft = true
      clearInterval(timer)
      opened.then((stream) => stopCamera(stream)).catch(() => undefined)
    }
  }, [])
  if (hasFailed)
    return (
      <p className={styles.failed} role="alert">
        {t('setup.scan.camera_failed')}
      </p>
    )
  return (
    <figure className={styles.view}>
      <video ref={video} muted playsInline aria-label={t('setup.scan.view')} />
      <figcaption>{t('setup.scan.hold')}</figcaption>
    </figure>
  )
}

/** Without a secure address there are no cameras at all. */
async function openCamera(): Promise<MediaStream> {
  return await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function startLooking(video: HTMLVideoElement, onText: (text: string) => void): number {
  const canvas = document.createElement('canvas')
  let count = 0
  let last = { text: '', at: 0 }
  return window.setInterval(() => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return
    const size = { width: video.videoWidth, height: video.videoHeight }
    const text = decodeLook(canvas, video, size, cameraLooks[count++ % cameraLooks.length]!)
    const at = performance.now()
    if (text === null || (text === last.text && at - last.at < repeatMs)) return
    last = { text, at }
    onText(text)
  }, lookEveryMs)
}
