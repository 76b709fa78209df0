import { type ReactNode, useState } from 'react'

const format = 'application/x-ohmstead-device'

/** What makes an element a device that can be dragged. */
export const dragged = (deviceId: number) => ({
  draggable: true,
  onDragStart: (event: React.DragEvent) => {
    event.dataTransfer.setData(format, String(deviceId))
    event.dataTransfer.effectAllowed = 'move'
  },
})

/** Takes a device that is dropped onto it. */
export function DropArea({
  as: Element,
  className,
  onDropDevice,
  children,
}: {
  as: 'li' | 'section'
  className: string | undefined
  onDropDevice: (deviceId: number) => void
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  return (
    <Element
      className={className}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(format)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const deviceId = Number(event.dataTransfer.getData(format))
        if (!Number.isInteger(deviceId) || deviceId <= 0) return
        event.preventDefault()
        onDropDevice(deviceId)
      }}
    >
      {children}
    </Element>
  )
}
