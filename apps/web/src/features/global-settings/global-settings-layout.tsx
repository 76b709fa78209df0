import { Outlet } from '@tanstack/react-router'
import styles from './global-settings-layout.module.css'

/** The pages of administration, whose menu is the sidebar. */
export function GlobalSettingsLayout() {
  return (
    <div className={styles.page}>
      <Outlet />
    </div>
  )
}
