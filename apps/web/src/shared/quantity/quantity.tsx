import styles from './quantity.module.css'
import { useQuantity } from './use-quantity.ts'

/** A figure with a small unit; null is "–". */
export function Quantity({
  value,
  unit,
  size = 'm',
}: {
  value: number | null
  unit: string
  size?: 's' | 'm' | 'l' | 'xl'
}) {
  const { parts } = useQuantity()
  const { number, unit: shown } = parts(value, unit)
  return (
    <span className={`${styles.quantity} ${styles[size]}`}>
      {number}
      {shown && <span className={styles.unit}>{`\u202f${shown}`}</span>}
    </span>
  )
}
